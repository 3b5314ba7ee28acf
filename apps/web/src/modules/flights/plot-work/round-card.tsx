import { FileTextOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons'
import type { FlightWeather } from '@swath/contract/flights/flights'
import type { PlotSpraying } from '@swath/contract/flights/plot-work'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatDay, formatMeasure, formatUnit } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { Failure } from '../../../ui/empty.tsx'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { GroundMap } from '../../../ui/paper/ground-map.tsx'
import { ShareButton } from '../../../ui/share/share-button.tsx'
import { Time, TimeAgo } from '../../../ui/time.tsx'
import { weatherLines } from '../flights/weather-lines.ts'
import { GroundFigures } from './ground-figures.tsx'
import { splitRounds } from './rounds.ts'
import { useSprayings } from './use-plot-work.ts'

const noDays = {}
/** Narrower than a sheet, so that the scale is readable on a card. */
const cardMm = 90

/** The rounds of spraying over a plot, one at a time, beginning with the latest. */
const useRounds = (blockId: string) => {
  const [index, setIndex] = useState(0)
  const sprayings = useSprayings(blockId, noDays)
  const { data, hasNextPage, fetchNextPage } = sprayings
  const rounds = data && splitRounds(data.pages.flatMap(({ items }) => items))
  // The oldest round loaded may continue on the next page.
  const whole = rounds && hasNextPage && rounds.length > 1 ? rounds.slice(0, -1) : rounds
  const hasOlder = whole !== undefined && (index + 1 < whole.length || hasNextPage)
  return {
    sprayings,
    round: whole && (whole[Math.min(index, whole.length - 1)] ?? []),
    older: hasOlder
      ? async (): Promise<void> => {
          if (index + 1 >= whole.length) await fetchNextPage()
          setIndex(index + 1)
        }
      : null,
    newer: index > 0 ? () => setIndex(index - 1) : null,
  }
}

/** The ground that the flights of a round covered, and the weather of its last flight. */
const useRoundGround = (blockId: string, round: readonly PlotSpraying[] | undefined) => {
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
  return { sortieIds, ground, report }
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

type FactsProps = { round: readonly PlotSpraying[]; weather: FlightWeather | null }

const RoundFacts = ({ round, weather }: FactsProps) => {
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

type RoundProps = { blockId: string; round: readonly PlotSpraying[] }

const Round = ({ blockId, round }: RoundProps) => {
  const { t } = useTranslation('plot-work')
  const { sortieIds, ground, report } = useRoundGround(blockId, round)
  const failed = [ground, report].find((one) => one.isError)
  if (failed) return <Failure error={failed.error!} onRetry={() => void failed.refetch()} />
  if (!ground.data || !report.data) return <Skeleton active paragraph={{ rows: 8 }} />
  const { coveredRings, repeatedRings, missedRings } = ground.data
  return (
    <>
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
      <div className="flex wrap gap-8-16 items-center">
        <ShareButton report={{ kind: 'plot', blockId, fromDay: '', untilDay: '', sortieIds }} />
        <Link
          to={`/business_manage/block-list/${blockId}/report?${new URLSearchParams({ sortieIds: sortieIds.join(',') })}`}
        >
          <FileTextOutlined aria-hidden /> {t('monitor:openReport')}
        </Link>
      </div>
      <RoundFacts round={round} weather={report.data.weather} />
    </>
  )
}

/** The latest round of spraying over a plot on one card, for its owner, and earlier ones. */
export const RoundCard = ({ blockId }: { blockId: string }) => {
  const { t } = useTranslation('plot-work')
  const { sprayings, round, older, newer } = useRounds(blockId)
  if (!round && sprayings.isError)
    return <Failure error={sprayings.error} onRetry={() => void sprayings.refetch()} />
  if (!round) return <Skeleton active paragraph={{ rows: 8 }} />
  if (round.length === 0) return <p className="m-0 muted">{t('monitor:neverSprayed')}</p>
  return (
    <div className="grid cols-1 gap-12">
      {(older || newer) && (
        <div
          className="flex gap-8 items-center justify-between"
          role="group"
          aria-label={t('rounds')}
        >
          <Button
            icon={<LeftOutlined aria-hidden />}
            disabled={!older}
            loading={sprayings.isFetchingNextPage}
            onClick={() => void older?.()}
          >
            {t('roundOlder')}
          </Button>
          <span className="figure text-center" role="status">
            {formatDay(round.at(-1)!.startTime)}
          </span>
          <Button
            icon={<RightOutlined aria-hidden />}
            iconPlacement="end"
            disabled={!newer}
            onClick={() => newer?.()}
          >
            {t('roundNewer')}
          </Button>
        </div>
      )}
      <Round blockId={blockId} round={round} />
    </div>
  )
}
