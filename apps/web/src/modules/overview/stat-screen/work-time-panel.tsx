import type { ChartSeries } from '@swath/contract/figures/dashboard'
import { zoneDay } from '@swath/domain/zone-days'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { AxisSeries } from '../../../charts/axis-chart-option.ts'
import { AxisChart } from '../../../charts/axis-chart.tsx'
import { formatMonth } from '../../../lib/format.ts'
import { ChartKey } from './chart-key.tsx'
import { hasWork, toLines, toSeries, type ChartLook } from './line-content.ts'
import { findRunning } from './running.ts'
import { useUnitNote } from './unit-note.tsx'
import { useChartLook } from './use-chart-look.ts'
import { joinAges, useStatScreenQuery } from './stat-screen-context.ts'
import { NoData, StatScreenPanel } from './stat-screen-panel.tsx'
import style from './stat-screen.module.css'

export type WorkPeriod = 'all' | 'thisYear' | 'thisMonth'
const codes = { all: '1', thisYear: '2', thisMonth: '3' } as const

/** Formats 2026-11 as a month; 2026 is unchanged. */
const nameOf = (period: string): string => (period.length === 7 ? formatMonth(period) : period)

const axisName = (x: string): string => (x.length === 4 ? x : String(Number(x)))

type Place = 'domestic' | 'overseas'
const colours: Readonly<Record<Place, string>> = {
  domestic: 'var(--stat-screen-domestic)',
  overseas: 'var(--stat-screen-overseas)',
}

/** Whether the axis's day exists in the month of the line: November has no 31st. */
const isInMonth = (name: string, x: string): boolean => {
  const [year, month] = name.split('-').map(Number)
  return name.length !== 7 || Number(x) <= new Date(Date.UTC(year!, month!, 0)).getUTCDate()
}

/** A line for each series over the same axis; the previous period is drawn faintly behind. */
const linesOf = (
  place: Place,
  data: ChartSeries,
  axis: readonly string[],
  { look, title, all }: { look: ChartLook; title: string | null; all: string },
): AxisSeries[] => {
  const at = new Map(data.xData.map((x, i) => [x, i]))
  const aligned = {
    zData: data.zData,
    yData: data.yData.map((values, i) =>
      axis.map((x) =>
        isInMonth(data.zData[i] ?? '', x) ? (values[at.get(x) ?? -1] ?? null) : null,
      ),
    ),
  }
  return toSeries(aligned, look, (name, i) => ({
    name: name === 'all' ? (title ?? all) : [title, nameOf(name)].filter(Boolean).join(' '),
    colour: i > 0 && place === 'domestic' ? 'var(--stat-screen-before)' : colours[place],
    isFaint: i > 0,
    isDashed: i > 0,
  })).filter(({ values }, i) => i === 0 || values.some((value) => (value ?? 0) > 0))
}

/** Keys of the axis as calendar periods: a month or day of the current year or month. */
const toKeys = (axis: readonly string[], period: WorkPeriod, today: string): string[] =>
  axis.map((x) =>
    period === 'all' ? x : `${today.slice(0, period === 'thisYear' ? 5 : 8)}${x.padStart(2, '0')}`,
  )

type Answers = { home: ChartSeries | undefined; abroad: ChartSeries | undefined }

const useLines = ({ home, abroad }: Answers, period: WorkPeriod) => {
  const { t } = useTranslation('stat-screen')
  const look = useChartLook()
  return useMemo(() => {
    const shown = (
      [
        ['domestic', home],
        ['overseas', abroad],
      ] as const
    ).flatMap(([place, data]) => (data && hasWork(data) ? [{ place, data }] : []))
    if (shown.length === 0) return null
    const axis = [...new Set(shown.flatMap(({ data }) => data.xData))].toSorted()
    // Without work overseas no line needs the name of its place.
    const isHomeOnly = shown.every(({ place }) => place === 'domestic')
    const series = shown.flatMap(({ place, data }) =>
      linesOf(place, data, axis, { look, title: isHomeOnly ? null : t(place), all: t('workArea') }),
    )
    const { timeZone } = shown[0]!.data
    const nowMs = Date.now()
    const keys = toKeys(axis, period, zoneDay(timeZone, nowMs))
    const runningAt = findRunning(keys, timeZone, nowMs)
    return { series, content: toLines(axis.map(axisName), series, look, runningAt) }
  }, [home, abroad, look, t, period])
}

type Props = { period: WorkPeriod; places?: readonly Place[] }

/** The area worked over a period, one line per series. */
export const WorkTimePanel = ({ period, places = ['domestic', 'overseas'] }: Props) => {
  const { t } = useTranslation('stat-screen')
  const note = useUnitNote()
  const query = { query: { periodType: codes[period] } }
  const answers = {
    domestic: useStatScreenQuery('getChinaPeriod', query),
    overseas: useStatScreenQuery('getForeignPeriod', query),
  }
  const shown = places.map((place) => answers[place])
  // One line alone could be mistaken for all of the work.
  const areKnown = shown.every(({ data }) => data !== undefined)
  const known = (place: Place) =>
    areKnown && places.includes(place) ? answers[place].data : undefined
  const lines = useLines({ home: known('domestic'), abroad: known('overseas') }, period)
  const age = joinAges(...shown)
  return (
    <StatScreenPanel
      title={
        <>
          {t(places.length === 1 ? 'overseasArea' : 'workTime')} <em>{t(`period.${period}`)}</em>
        </>
      }
      age={age}
      extra={note}
    >
      {lines ? (
        <div className={style.keyed}>
          <ChartKey items={lines.series} isRunning={lines.content.runningAt !== undefined} />
          <AxisChart
            label={`${t(places.length === 1 ? 'overseasArea' : 'workTime')}, ${t(`period.${period}`)}. ${t('runningHint')}`}
            content={lines.content}
          />
        </div>
      ) : (
        <NoData answers={shown} />
      )}
    </StatScreenPanel>
  )
}
