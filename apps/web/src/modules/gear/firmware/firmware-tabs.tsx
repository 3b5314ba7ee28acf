import { useTranslation } from 'react-i18next'
import { PageTabs } from '../../../ui/page-tabs.tsx'
import { firmwarePath, keyPath, rolloutPath, verifyPath } from './firmware.labels.ts'

/** Tabs for builds, roll-outs, checks and keys. */
export const FirmwareTabs = () => {
  const { t } = useTranslation('firmware')
  return (
    <PageTabs
      name={t('terms:firmware')}
      tabs={[
        { path: firmwarePath, label: t('builds') },
        { path: rolloutPath, label: t('rollouts') },
        { path: verifyPath, label: t('verifyLog') },
        { path: keyPath, label: t('keys') },
      ]}
    />
  )
}
