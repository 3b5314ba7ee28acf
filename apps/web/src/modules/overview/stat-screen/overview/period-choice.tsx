import { Select } from 'antd'
import dayjs from 'dayjs'
import { addDays } from '@swath/domain/calendar-steps'
import { useTranslation } from 'react-i18next'
import { DaysRange } from '../../../../ui/days-range.tsx'
import { presets, type OverviewAddress, type Preset } from './overview-address.ts'

/** Selects a named period or custom days. */
export const PeriodChoice = ({ address }: { address: OverviewAddress }) => {
  const { t } = useTranslation('stat-screen')
  const { preset, days } = address
  const last = addDays(days.until, -1)
  return (
    <div className="grid gap-8">
      <Select<Preset | 'own'>
        aria-label={t('periodLabel')}
        value={preset ?? 'own'}
        options={[
          ...presets.map((value) => ({ value, label: t(`period.${value}`) })),
          { value: 'own' as const, label: t('ownDays') },
        ]}
        onChange={(value) => {
          if (value === 'own') address.showDays(days.from, last)
          else address.showPreset(value)
        }}
      />
      {preset === null && (
        <DaysRange
          label={t('ownDays')}
          value={[dayjs(days.from), dayjs(last)]}
          onChange={(from, to) => {
            if (from && to) address.showDays(from.format('YYYY-MM-DD'), to.format('YYYY-MM-DD'))
          }}
        />
      )}
    </div>
  )
}
