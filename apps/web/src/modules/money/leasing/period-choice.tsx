import { zoneDay } from '@swath/domain/zone-days'
import { addDays } from '@swath/domain/calendar-steps'
import dayjs from 'dayjs'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { viewerTimeZone } from '../../../lib/time-zone.ts'
import { DaysRange } from '../../../ui/days-range.tsx'

export type Period = { startTime: string; endTime: string }

const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text)

/** Default: a year up to today. */
export const usePeriod = () => {
  const [params, setParams] = useSearchParams()
  const today = zoneDay(viewerTimeZone(), Date.now())
  const from = params.get('from')
  const to = params.get('to')
  const period: Period = {
    startTime: isDay(from) ? from : `${addDays(today, -364).slice(0, 7)}-01`,
    endTime: isDay(to) ? to : today,
  }
  const setPeriod = ({ startTime, endTime }: Period): void =>
    setParams((before) => {
      const after = new URLSearchParams(before)
      after.set('from', startTime)
      after.set('to', endTime)
      return after
    })
  return { period, setPeriod }
}

type Props = { period: Period; onChange: (period: Period) => void }

export const PeriodChoice = ({ period, onChange }: Props) => {
  const { t } = useTranslation('leasing')
  return (
    <DaysRange
      label={t('period')}
      value={[dayjs(period.startTime), dayjs(period.endTime)]}
      onChange={(from, to) => {
        if (from && to)
          onChange({ startTime: from.format('YYYY-MM-DD'), endTime: to.format('YYYY-MM-DD') })
      }}
    />
  )
}
