import { PrinterOutlined } from '@ant-design/icons'
import type { LngLat } from '@swath/domain/lng-lat'
import { Button, Select, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatDay } from '../../../lib/format.ts'
import { Failure } from '../../../ui/empty.tsx'
import { FactSection } from '../../../ui/facts.tsx'
import { ThinBar } from '../../../ui/thin-bar.tsx'
import { GroundMap } from '../../../ui/paper/ground-map.tsx'
import { GroundFigures } from './ground-figures.tsx'
import { useGroundOnMap } from './ground-layer.ts'
import { PlotSeasons } from './plot-seasons.tsx'
import { SprayingList } from './spraying-list.tsx'
import { usePlotWork, type Span } from './use-plot-work.ts'
import style from './plot-work.module.css'

type Parts = readonly (readonly (readonly LngLat[])[])[]
type Props = { blockId: string; name: string; parts: Parts }

/** Selects the flights: the last round, a season, or all. */
const SpanChoice = ({ work }: { work: ReturnType<typeof usePlotWork> }) => {
  const { t } = useTranslation('plot-work')
  const seasons = work.seasons.data?.items ?? []
  return (
    <Select<Span>
      aria-label={t('time')}
      className={style.span ?? ''}
      value={work.span}
      onChange={work.setSpan}
      options={[
        { value: 'latest', label: t('latestRound') },
        ...seasons.map(({ fromDay, untilDay, cropName }) => ({
          value: fromDay as Span,
          label: t('season', {
            crop: cropName,
            from: formatDay(fromDay),
            until: formatDay(untilDay),
          }),
        })),
        { value: 'all', label: t('allTime') },
      ]}
    />
  )
}

const Ground = ({ work, parts }: { work: ReturnType<typeof usePlotWork>; parts: Parts }) => {
  const { t } = useTranslation('plot-work')
  const { ground, failed } = work
  useGroundOnMap(ground)
  if (failed) return <Failure error={failed} />
  if (ground === null) return null
  if (!ground) return <Skeleton active paragraph={{ rows: 4 }} />
  return (
    <>
      <GroundFigures ground={ground} />
      <GroundMap
        ground={{
          covered: ground.coveredRings,
          repeated: ground.repeatedRings,
          missed: ground.missedRings,
          plots: parts,
          tracks: [],
        }}
        label={t('mapLabel')}
        mostHeightMm={120}
        title=""
      />
    </>
  )
}

/** The crops of a plot by season, and its spraying: operators and treated area. */
export const PlotWork = ({ blockId, name, parts }: Props) => {
  const { t } = useTranslation('plot-work')
  const work = usePlotWork(blockId)
  const { seasons, sprayings, shown } = work
  return (
    <>
      {seasons.data && <PlotSeasons blockId={blockId} name={name} seasons={seasons.data} />}
      <FactSection title={t('sprayings')}>
        <div className={`grid cols-1 gap-12 justify-items-start ${style.work}`}>
          <ThinBar active={sprayings.isFetching && !sprayings.isPending} />
          <div className="flex wrap gap-8-16 items-center">
            <SpanChoice work={work} />
            {shown && shown.length > 0 && (
              <Link
                to={`/business_manage/block-list/${blockId}/report?${new URLSearchParams(work.query)}`}
              >
                <PrinterOutlined aria-hidden /> {t('report')}
              </Link>
            )}
          </div>
          {sprayings.isError && !shown ? (
            <Failure error={sprayings.error} onRetry={() => void sprayings.refetch()} />
          ) : shown === undefined ? (
            <Skeleton active paragraph={{ rows: 4 }} />
          ) : shown.length === 0 ? (
            <p className="m-0 muted">{t('sprayingsNone')}</p>
          ) : (
            <>
              <Ground work={work} parts={parts} />
              <SprayingList
                blockId={blockId}
                sprayings={shown}
                left={work.left}
                count={work.count}
              />
              {work.span !== 'latest' && sprayings.hasNextPage && (
                <Button
                  loading={sprayings.isFetchingNextPage}
                  onClick={() => void sprayings.fetchNextPage()}
                >
                  {t('more')}
                </Button>
              )}
            </>
          )}
        </div>
      </FactSection>
    </>
  )
}
