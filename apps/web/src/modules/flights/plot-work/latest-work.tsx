import type { FlightWeather } from '@swath/contract/flights/flights'
import type { PlotSpraying } from '@swath/contract/flights/plot-work'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatMeasure, formatUnit } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { Failure } from '../../../ui/empty.tsx'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { GroundMap } from '../../../ui/paper/ground-map.tsx'
import { ShareButton } from '../../../ui/share/share-button.tsx'
import { Time, TimeAgo } from '../../../ui/time.tsx'
import { weatherLines } from '../flights/weather-lines.ts'
import { GroundFigures } from './ground-figures.tsx'
import { lastRound } from './last-round.ts'

const noDays = {}
/** Narrower than a sheet, so that the scale is readable on a card. */
const cardMm = 90

/** The flights of the last round, the ground that they covered, and the newest flight. */
const useLatestWork = (blockId: string) => {
  const sprayings = useQuery(buildQuery('getPlotSprayings', { params: { blockId }, query: noDays }))
  const round = sprayings.data && lastRound(sprayings.data.items)
  const newest = round?.[0]
  const sortieIds = (round ?? []).map(({ sortieId }) => sortieId)
  const ground = useQuery({
    ...buildQuery('getPlotGround', {
      params: { blockId },
      query: { sortieIds: sortieIds.join(',') },
    }),
    enabled: newest !== undefined,
    staleTime: 60_000,
  })
  const report = useQuery({
    ...buildQuery('getPlotReport', {
      query: { blockId, droneId: newest?.droneId ?? '', sortieId: newest?.sortieId ?? '' },
    }),
    enabled: newest !== undefined,
    staleTime: 60_000,
  })
  return {
    round,
    sortieIds,
    ground,
    report,
    failed: [sprayings, ground, report].find((one) => one.isError),
  }
}

const joinNames = (names: readonly (string | null)[]): string =>
  [...new Set(names.filter((name) => name !== null && name !== ''))].join(', ')

/** Wind, temperature and humidity, as far as they were measured. */
const Weather = ({ weather }: { weather: FlightWeather }) => {
  const { t } = useTranslation('flights')
  const measured = weatherLines(weather, t).filter(
    ({ label, unit }) =>
      unit !== null && ['flights:wind', 'flights:temperature', 'flights:humidity'].includes(label),
  )
  return measured
    .map(({ label, text, unit }) => `${t(label)} ${text} ${formatUnit(unit!)}`)
    .join(' · ')
}

type RoundProps = { round: readonly PlotSpraying[]; weather: FlightWeather | null }

const RoundFacts = ({ round, weather }: RoundProps) => {
  const { t } = useTranslation('plot-work')
  const litres = round.reduce((sum, { sprayL }) => sum + sprayL, 0)
  const isElsewhere = round.some(({ outsideRatio }) => outsideRatio >= 0.005)
  return (
    <Facts>
      <Fact label={t('monitor:sprayedAt')}>
        <Time time={round.at(-1)!.startTime} /> (<TimeAgo time={round[0]!.startTime} />)
      </Fact>
      <Fact label={t('flights:chemical')}>{joinNames(round.map(({ chemical }) => chemical))}</Fact>
      <Fact label={t('terms:sprayed')} hint={isElsewhere ? t('wholeFlights') : undefined}>
        <span className="figure">{formatMeasure(litres, 'L', 1)}</span>
      </Fact>
      <Fact
        label={t('flights:weather')}
        hint={weather && round.length > 1 ? t('weatherOfLast') : undefined}
      >
        {weather && <Weather weather={weather} />}
      </Fact>
      <Fact label={t('terms:operator')}>
        {joinNames(round.map(({ yyAccountName }) => yyAccountName))}
      </Fact>
      <Fact label={t('terms:pilot')}>{joinNames(round.map(({ oprName }) => oprName))}</Fact>
    </Facts>
  )
}

/** The last round of spraying over a plot on one card, for its owner. */
export const LatestWork = ({ blockId }: { blockId: string }) => {
  const { t } = useTranslation('plot-work')
  const { round, sortieIds, ground, report, failed } = useLatestWork(blockId)
  if (failed) return <Failure error={failed.error!} onRetry={() => void failed.refetch()} />
  if (!round || !ground.data || !report.data) return <Skeleton active paragraph={{ rows: 8 }} />
  const { coveredRings, repeatedRings, missedRings } = ground.data
  return (
    <div className="grid cols-1 gap-12">
      <GroundMap
        ground={{
          covered: coveredRings,
          repeated: repeatedRings,
          missed: missedRings,
          plots: report.data.block?.parts ?? [],
          tracks: [],
        }}
        label={t('mapLabel')}
        widthMm={cardMm}
        mostHeightMm={60}
        title=""
      />
      <GroundFigures ground={ground.data} />
      <ShareButton report={{ kind: 'plot', blockId, fromDay: '', untilDay: '', sortieIds }} />
      <RoundFacts round={round} weather={report.data.weather} />
    </div>
  )
}
