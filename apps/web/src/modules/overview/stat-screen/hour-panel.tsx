import type { ChartSeries } from '@swath/contract/figures/dashboard'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { AxisChart } from '../../../charts/axis-chart.tsx'
import { currentLanguage } from '../../../lib/language.ts'
import { monthColors } from '../../../lib/theme.ts'
import { hasWork, toLines, toSeries } from './line-content.ts'
import { useChartLook } from './use-chart-look.ts'
import { useStatScreenQuery } from './stat-screen-context.ts'
import { NoData, StatScreenPanel } from './stat-screen-panel.tsx'
import { ChartKey } from './chart-key.tsx'
import { useUnitNote } from './unit-note.tsx'
import style from './stat-screen.module.css'

const monthName = (month: string): string =>
  new Intl.DateTimeFormat(currentLanguage(), { month: 'short', timeZone: 'UTC' }).format(
    Date.parse(`${month}-01T00:00:00Z`),
  )
const monthColour = (month: string): string => monthColors[Number(month.slice(5, 7)) - 1]!

const hourNames = (xData: readonly string[]): string[] =>
  xData.map((hour) => `${hour.padStart(2, '0')}:00`)

const AllTime = ({ data }: { data: ChartSeries }) => {
  const { t } = useTranslation('stat-screen')
  const look = useChartLook()
  const content = useMemo(() => {
    const series = toSeries(data, look, () => ({
      name: 'all',
      colour: 'var(--stat-screen-domestic)',
    }))
    return toLines(hourNames(data.xData), series, look)
  }, [data, look])
  return <AxisChart label={t('hoursAll')} content={content} />
}

const ByMonth = ({ data }: { data: ChartSeries }) => {
  const { t } = useTranslation('stat-screen')
  const look = useChartLook()
  const content = useMemo(() => {
    const series = toSeries(data, look, (name) => ({ name, colour: monthColour(name) }))
    return toLines(hourNames(data.xData), series, look)
  }, [data, look])
  return (
    <div className={style.keyed}>
      <ChartKey
        items={data.zData.map((month) => ({ name: monthName(month), colour: monthColour(month) }))}
      />
      <AxisChart label={t('hoursYear')} content={content} />
    </div>
  )
}

/** Work by hour of the day, of all time. */
export const HourPanel = () => {
  const { t } = useTranslation('stat-screen')
  const note = useUnitNote()
  const all = useStatScreenQuery('getAllTimeHours', {})
  return (
    <StatScreenPanel title={t('hoursAll')} age={all} extra={note}>
      {all.data && hasWork(all.data) ? <AllTime data={all.data} /> : <NoData answers={[all]} />}
    </StatScreenPanel>
  )
}

/** Work by hour of the day, for each month of this year. */
export const MonthHourPanel = () => {
  const { t } = useTranslation('stat-screen')
  const note = useUnitNote()
  const year = useStatScreenQuery('getYearHours', {})
  return (
    <StatScreenPanel title={t('hoursYear')} age={year} extra={note}>
      {year.data && hasWork(year.data) ? <ByMonth data={year.data} /> : <NoData answers={[year]} />}
    </StatScreenPanel>
  )
}
