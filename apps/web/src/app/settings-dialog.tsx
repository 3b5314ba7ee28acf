import { AREA_UNITS, type AreaUnit } from '@swath/domain/units'
import { Form, Modal, Segmented, Select, Skeleton, Switch } from 'antd'
import type { Language } from '@swath/i18n/languages'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { appearance, appearances } from '../lib/appearance.ts'
import { areaUnit, areaUnitTitles, useAreaUnit } from '../lib/area-unit.ts'
import { bigScreen } from '../lib/big-screen.ts'
import { hostTheme } from '../lib/host-theme.ts'
import { setLanguage } from '../lib/i18n.ts'
import { languageNames } from '../lib/language.ts'
import { lazyComponent } from '../lib/lazy-component.tsx'
import { saveOwnSettings } from '../lib/own-settings.ts'
import { useStored } from '../lib/stored.ts'
import type { Appearance } from '../lib/theme.ts'
import { availableScreens } from './guard.ts'

const AlertSwitches = lazyComponent(
  async () => (await import('../modules/alarms/notifications/alert-switches.tsx')).AlertSwitches,
)

const appearanceTitles: Readonly<Record<Appearance, string>> = {
  system: 'app:appearanceSystem',
  light: 'app:appearanceLight',
  dark: 'app:appearanceDark',
}

const AppearanceChoice = () => {
  const { t } = useTranslation('app')
  return (
    <Form.Item label={t('appearance')} extra={t('appearanceHint')}>
      <Segmented<Appearance>
        block
        value={useStored(appearance)}
        aria-label={t('appearance')}
        options={appearances.map((value) => ({ value, label: t(appearanceTitles[value]) }))}
        onChange={appearance.set}
      />
    </Form.Item>
  )
}

type Props = {
  open: boolean
  onClose: () => void
  onClosed: () => void
  /** The person may turn this browser into a big screen. */ offersBigScreen: boolean
}

export const SettingsDialog = ({ open, onClose, onClosed, offersBigScreen }: Props) => {
  const { t, i18n } = useTranslation('app')
  const unit = useAreaUnit()
  const isBigScreen = useStored(bigScreen)
  const languages = hostTheme().languages
  const hasAlarms = availableScreens().some((one) => one === 'monitor' || one === 'bulletin-list')
  const chooseLanguage = (language: Language): void =>
    void setLanguage(language).then(saveOwnSettings)
  const chooseUnit = (value: AreaUnit): void => {
    areaUnit.set(value)
    void saveOwnSettings()
  }
  return (
    <Modal
      open={open}
      onCancel={onClose}
      afterClose={onClosed}
      title={t('settings')}
      width={480}
      footer={null}
      centered
      destroyOnHidden
    >
      <Form layout="vertical">
        <Form.Item label={t('terms:language')}>
          {languages.length <= 3 ? (
            <Segmented
              block
              value={i18n.language}
              options={languages.map((value) => ({ value, label: languageNames[value] }))}
              onChange={(value) => chooseLanguage(value as Language)}
            />
          ) : (
            <Select
              value={i18n.language as Language}
              aria-label={t('terms:language')}
              options={languages.map((value) => ({ value, label: languageNames[value] }))}
              onChange={chooseLanguage}
            />
          )}
        </Form.Item>
        <Form.Item label={t('areaUnit')} extra={t('settingsHint')}>
          <Select
            value={unit}
            aria-label={t('areaUnit')}
            options={AREA_UNITS.map((value) => ({ value, label: t(areaUnitTitles[value]) }))}
            onChange={chooseUnit}
          />
        </Form.Item>
        <AppearanceChoice />
        {hasAlarms && (
          <Form.Item label={t('notifications:title')} extra={t('notifications:hint')}>
            <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 3 }} />}>
              <AlertSwitches />
            </Suspense>
          </Form.Item>
        )}
        {offersBigScreen && (
          <Form.Item label={t('bigScreen')} extra={t('bigScreenHint')}>
            <Switch
              checked={isBigScreen}
              aria-label={t('bigScreen')}
              onChange={(isOn) => bigScreen.set(isOn)}
            />
          </Form.Item>
        )}
      </Form>
    </Modal>
  )
}
