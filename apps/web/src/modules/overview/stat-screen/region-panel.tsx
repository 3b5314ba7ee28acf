import type { RegionSeries } from '@swath/contract/figures/dashboard'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { AxisChart } from '../../../charts/axis-chart.tsx'
import { Donut } from '../../../charts/donut.tsx'
import { formatRatio } from '../../../lib/format.ts'
import type { ChartLook } from './line-content.ts'
import { breakName, countStraightNames } from './region-names.ts'
import { shortenRegionName } from './short-name.ts'
import { useUnitNote } from './unit-note.tsx'
import { useChartLook } from './use-chart-look.ts'
import { joinAges, useStatScreenQuery, type StatScreenAnswer } from './stat-screen-context.ts'
import { StatScreenArea } from './stat-screen-figures.tsx'
import { barWidths, formatTick, formatValue, toRegionValue } from './stat-screen-format.ts'
import { NoData, StatScreenPanel } from './stat-screen-panel.tsx'
import style from './stat-screen.module.css'

export type RegionPeriod = 'all' | 'today' | 'thisMonth' | 'thisYear'
/** The two calls number their periods differently (specification, section 3). */
const codes = {
  all: { home: '5', abroad: '1' },
  today: { home: '1', abroad: '2' },
  thisMonth: { home: '3', abroad: '3' },
  thisYear: { home: '4', abroad: '4' },
} as const

type Place = 'domestic' | 'overseas'
type Size = keyof typeof barWidths

/** A logarithmic axis is harder to read: only where small bars would disappear on another one. */
const leastLogarithmic = 50
const isLogarithmic = (values: readonly number[]): boolean =>
  values.length > 0 && Math.max(...values) / Math.min(...values) >= leastLogarithmic

/** Omits regions with negligible work, including their names. */
const toBars = (data: RegionSeries, place: Place, unknown: string, look: ChartLook, size: Size) => {
  const bars = data.xData.flatMap((name, i) => {
    const value = toRegionValue(data.yData[0]![i] ?? null, look.unit)
    return value === null ? [] : [{ name: name === '' ? unknown : shortenRegionName(name), value }]
  })
  const shown = bars.map(({ name }) => name)
  const names = place === 'overseas' ? shown.map(breakName) : shown
  return {
    kind: 'bar' as const,
    names,
    series: [
      {
        name: place,
        colour: `var(--stat-screen-${place})`,
        values: bars.map(({ value }) => value),
      },
    ],
    formatTick: (value: number) => formatTick(value, look.language, look.labels),
    formatValue: (value: number) => formatValue(value, look.language, look.labels),
    fontPx: look.fontPx,
    isLogarithmic: isLogarithmic(bars.map(({ value }) => value)),
    barPx: barWidths[size],
    straightNames: countStraightNames(names, place),
    animates: look.animates,
  }
}

type BarsProps = {
  place: Place
  answer: StatScreenAnswer<RegionSeries>
  size: Size
  /** The other place has no work. */
  isAlone: boolean
}

const Bars = ({ place, answer, size, isAlone }: BarsProps) => {
  const { data } = answer
  const { t } = useTranslation('stat-screen')
  const look = useChartLook()
  const content = useMemo(() => {
    if (!data) return undefined
    const bars = toBars(data, place, t('unknownRegion'), look, size)
    return { ...bars, ...(bars.isLogarithmic ? { valueTitle: t('logarithmic') } : {}) }
  }, [data, place, t, look, size])
  // A single bar has nothing to be compared with.
  const isOne = content?.names.length === 1
  return (
    <div className={style.regionBars} data-region={place} data-alone={isAlone}>
      {!(isOne && isAlone) && <h3>{t(place)}</h3>}
      {isOne ? (
        <p className={style.onlyRegion}>
          <StatScreenArea mu={sum(data!)} />
          <span>{t('allInRegion', { region: content!.names[0] })}</span>
        </p>
      ) : content && content.names.length > 0 ? (
        <AxisChart label={`${t('regions')}, ${t(place)}`} content={content} />
      ) : (
        <NoData answers={[answer]} />
      )}
    </div>
  )
}

const sum = ({ yData }: RegionSeries): number =>
  yData[0]!.reduce<number>((all, mu) => all + (mu ?? 0), 0)

/** The place of all work; null: both have some, neither has, or it is not known yet. */
const findOnlyPlace = (
  home: RegionSeries | undefined,
  abroad: RegionSeries | undefined,
): Place | null => {
  if (!home || !abroad || sum(home) > 0 === sum(abroad) > 0) return null
  return sum(home) > 0 ? 'domestic' : 'overseas'
}

type SharesProps = { home: RegionSeries | undefined; abroad: RegionSeries | undefined }

/** Shares of domestic and overseas work, shown only when both are known. */
const Shares = ({ home, abroad }: SharesProps) => {
  const { t } = useTranslation('stat-screen')
  const parts = home && abroad ? { home: sum(home), abroad: sum(abroad) } : null
  const total = parts && parts.home + parts.abroad
  const share = (part: number | undefined): string =>
    formatRatio(part !== undefined && total ? part / total : null)
  return (
    <div className={style.shares}>
      <Donut
        label={`${t('domestic')} ${share(parts?.home)}, ${t('overseas')} ${share(parts?.abroad)}`}
        slices={[
          { name: 'domestic', colour: 'var(--stat-screen-domestic)', value: parts?.home ?? 0 },
          { name: 'overseas', colour: 'var(--stat-screen-overseas)', value: parts?.abroad ?? 0 },
        ]}
      >
        <StatScreenArea mu={total} />
      </Donut>
      <dl>
        <dt className="nowrap" data-region="domestic">
          {t('domestic')}
        </dt>
        <dd>{share(parts?.home)}</dd>
        <dt className="nowrap" data-region="overseas">
          {t('overseas')}
        </dt>
        <dd>{share(parts?.abroad)}</dd>
      </dl>
    </div>
  )
}

/**
 * Work by region in a period: bars for domestic and overseas regions, and the share of each. If all
 * work is domestic or all is overseas, only its bars.
 */
export const RegionPanel = ({ period, size }: { period: RegionPeriod; size: Size }) => {
  const { t } = useTranslation('stat-screen')
  const note = useUnitNote()
  const home = useStatScreenQuery('getChinaRegions', { query: { periodType: codes[period].home } })
  const abroad = useStatScreenQuery('getForeignRegions', {
    query: { periodType: codes[period].abroad },
  })
  const age = joinAges(home, abroad)
  const only = findOnlyPlace(home.data, abroad.data)
  return (
    <StatScreenPanel
      title={
        <>
          {t('regions')} <em>{t(`period.${period}`)}</em>
        </>
      }
      age={age}
      extra={note}
    >
      <div className={style.regions}>
        {only !== 'overseas' && (
          <Bars place="domestic" answer={home} size={size} isAlone={only !== null} />
        )}
        {only !== 'domestic' && (
          <Bars place="overseas" answer={abroad} size={size} isAlone={only !== null} />
        )}
        {only === null && <Shares home={home.data} abroad={abroad.data} />}
      </div>
    </StatScreenPanel>
  )
}
