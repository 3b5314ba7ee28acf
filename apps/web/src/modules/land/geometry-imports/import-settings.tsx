import {
  tableEncodings,
  type GeometryImport,
  type ImportSettings as Settings,
} from '@swath/contract/land/geometry-imports'
import { Collapse, Input, Select, Switch } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSettings } from './geometry-imports.mutations.ts'
import { PlotSettings } from './plot-settings.tsx'
import { SettingField } from './setting-field.tsx'
import style from './geometry-imports.module.css'

/** The EPSG number of a coordinate system, sent when it is complete. */
const SystemField = ({ value, onEnter }: { value: string; onEnter: (value: string) => void }) => {
  const { t } = useTranslation('geometry-imports')
  const [text, setText] = useState(value.replace('EPSG:', ''))
  const isWrong = text !== '' && !/^\d{4,6}$/.test(text)
  const enter = (): void => {
    const next = text === '' ? '' : `EPSG:${text}`
    if (!isWrong && next !== value) onEnter(next)
  }
  return (
    <SettingField label={t('system')}>
      <Input
        inputMode="numeric"
        placeholder={t('auto')}
        value={text}
        status={isWrong ? 'error' : ''}
        aria-invalid={isWrong}
        onChange={({ target }) => setText(target.value.trim())}
        onBlur={enter}
        onPressEnter={enter}
      />
      {isWrong && <em>{t('notASystem')}</em>}
    </SettingField>
  )
}

/**
 * Shapefiles may not declare their encoding. For other files the select is shown if the encoding
 * was guessed or chosen.
 */
const mayAskEncoding = ({ format, notes, settings }: GeometryImport): boolean =>
  format === 'shapefile' || notes.includes('encoding_guessed') || settings.encoding !== ''

const units = ['heightUnit', 'heightReference', 'radiusUnit'] as const
const choicesOf = {
  heightUnit: [
    ['m', 'unit_m'],
    ['ft', 'unit_ft'],
    ['FL', 'unit_FL'],
  ],
  heightReference: [
    ['ground', 'reference_ground'],
    ['sea', 'reference_sea'],
  ],
  radiusUnit: [
    ['m', 'unit_m'],
    ['km', 'unit_km'],
    ['ft', 'unit_ft'],
    ['NM', 'unit_NM'],
  ],
} as const

type Props = { settings: Settings; change: (some: Partial<Settings>) => void }

/** Units of zones that the file does not specify, or that were not recognised. */
const ZoneUnits = ({ settings, change }: Props) => {
  const { t } = useTranslation('geometry-imports')
  return units.map((unit) => (
    <SettingField key={unit} label={t(unit)}>
      <Select
        value={settings[unit] as string}
        options={[
          { value: '', label: t('auto') },
          ...choicesOf[unit].map(([value, label]) => ({ value, label: t(label) })),
        ]}
        onChange={(value) => change({ [unit]: value })}
      />
    </SettingField>
  ))
}

/** Settings that the file does not specify. */
export const ImportSettings = ({ of }: { of: GeometryImport }) => {
  const { t } = useTranslation('geometry-imports')
  const { mutate, isPending } = useSettings(of)
  const { settings } = of
  const change = (some: Partial<Settings>): void => mutate({ ...settings, ...some })
  const fields = (
    <div className={`grid gap-12 ${style.fields}`} aria-busy={isPending}>
      <SettingField label={t('nameColumn')}>
        <Select
          value={settings.nameColumn ?? ''}
          options={[
            { value: '', label: t('nameAuto') },
            ...of.columns.map((column) => ({ value: column, label: column })),
          ]}
          onChange={(column) => change({ nameColumn: column === '' ? null : column })}
        />
      </SettingField>
      {of.target === 'plots' && (
        <PlotSettings settings={settings} change={change} columns={of.columns} />
      )}
      {of.target === 'no-fly-zones' && (
        <SettingField label={t('zoneType')}>
          <Select
            value={settings.type}
            options={[
              { value: 1, label: t('terms:otherDepartment') },
              { value: 2, label: t('terms:civilAviation') },
            ]}
            onChange={(type) => change({ type })}
          />
        </SettingField>
      )}
      {of.target === 'no-fly-zones' && <ZoneUnits settings={settings} change={change} />}
      <SettingField label={t('shift')}>
        <Select
          value={settings.shift}
          options={(['wgs84', 'gcj02', 'bd09'] as const).map((shift) => ({
            value: shift,
            label: t(`shift_${shift}`),
          }))}
          onChange={(shift) => change({ shift })}
        />
      </SettingField>
      <SystemField
        key={settings.system}
        value={settings.system}
        onEnter={(system) => change({ system })}
      />
      {mayAskEncoding(of) && (
        <SettingField label={t('encoding')}>
          <Select
            value={settings.encoding}
            options={[
              { value: '', label: `${t('auto')} (${of.encoding})` },
              ...tableEncodings.map((encoding) => ({ value: encoding, label: encoding })),
            ]}
            onChange={(encoding) => change({ encoding: encoding as Settings['encoding'] })}
          />
        </SettingField>
      )}
      <label className={`flex gap-12 items-center ${style.switch}`}>
        <Switch checked={settings.isSwapped} onChange={(isSwapped) => change({ isSwapped })} />
        <span>{t('swapped')}</span>
      </label>
    </div>
  )
  return (
    <Collapse size="small" items={[{ key: 'settings', label: t('settings'), children: fields }]} />
  )
}
