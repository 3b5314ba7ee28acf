import { LeftOutlined } from '@ant-design/icons'
import type { PlotDetail } from '@swath/contract/land/plots'
import type { PlotGround, PlotSpraying } from '@swath/contract/flights/plot-work'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams, useSearchParams } from 'react-router'
import { dash, formatNumber, formatRatio, formatTime } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { Area, useAreaWord } from '../../../ui/area.tsx'
import { GroundMap } from '../../../ui/paper/ground-map.tsx'
import { Dose, Fact, Signatures, useDoseLabel } from './report-parts.tsx'
import { PrintScreen } from '../../../ui/paper/print-screen.tsx'
import style from '../../../ui/paper/paper.module.css'

type Known = { plot: PlotDetail; ground: PlotGround; sprayings: readonly PlotSpraying[] }

const Facts = ({ plot }: Pick<Known, 'plot'>) => {
  const { t } = useTranslation('work-reports')
  return (
    <dl className={style.facts}>
      <Fact label={t('terms:plot')}>{plot.blockName}</Fact>
      <Fact label={t('plotOwner')}>{plot.accountName}</Fact>
      <Fact label={t('terms:area')}>
        <Area mu={plot.area} />
      </Fact>
      <Fact label={t('flights:crop')}>{plot.crop ?? dash}</Fact>
      <div data-wide>
        <dt>{t('terms:region')}</dt>
        <dd>{plot.region.join(' / ') || dash}</dd>
      </div>
    </dl>
  )
}

const Sums = ({ ground, sprayings }: Omit<Known, 'plot'>) => {
  const { t } = useTranslation('work-reports')
  const litres = sprayings.reduce((sum, one) => sum + one.sprayL * (1 - one.outsideRatio), 0)
  const share = (mu: number): string => formatRatio(ground.area > 0 ? mu / ground.area : null)
  return (
    <dl className={style.sums}>
      <Fact label={`${t('terms:coveredArea')} (${share(ground.coveredArea)})`}>
        <Area mu={ground.coveredArea} />
      </Fact>
      <Fact label={`${t('missedArea')} (${share(ground.missedArea)})`}>
        <Area mu={ground.missedArea} />
      </Fact>
      <Fact label={`${t('repeatedArea')} (${share(ground.repeatedArea)})`}>
        <Area mu={ground.repeatedArea} />
      </Fact>
      <Fact label={useDoseLabel()}>
        <Dose litres={litres} mu={ground.coveredArea} />
      </Fact>
    </dl>
  )
}

const Sprayings = ({ sprayings }: Pick<Known, 'sprayings'>) => {
  const { t } = useTranslation('work-reports')
  const areaWord = useAreaWord()
  return (
    <table className={style.table}>
      <thead>
        <tr>
          <th>{t('flights:start')}</th>
          <th>{t('terms:drone')}</th>
          <th>{t('operator')}</th>
          <th>{t('flights:chemical')}</th>
          <th data-figure>{`${t('terms:coveredArea')} (${areaWord})`}</th>
          <th data-figure>{`${t('flights:litres')} (L)`}</th>
        </tr>
      </thead>
      <tbody>
        {sprayings.map((one) => (
          <tr key={one.sortieId}>
            <td>{formatTime(one.startTime)}</td>
            <td>{one.droneName}</td>
            <td>{one.yyAccountName ?? dash}</td>
            <td>{one.chemical ?? dash}</td>
            <td data-figure>
              <Area mu={one.coveredArea} bare />
            </td>
            <td data-figure>{formatNumber(one.sprayL, 1)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The flights in the URL, or those of its period. */
const useReport = (blockId: string) => {
  const [search] = useSearchParams()
  const days = { fromDay: search.get('fromDay') ?? '', untilDay: search.get('untilDay') ?? '' }
  const sortieIds = search.get('sortieIds') ?? ''
  const plot = useQuery(buildQuery('getPlot', { params: { blockId } }))
  const ground = useQuery(
    buildQuery('getPlotGround', { params: { blockId }, query: { ...days, sortieIds } }),
  )
  const list = useQuery(buildQuery('getPlotSprayings', { params: { blockId }, query: days }))
  const wanted = sortieIds.split(',')
  const known =
    plot.data && ground.data && list.data
      ? {
          plot: plot.data,
          ground: ground.data,
          sprayings: list.data.items
            .filter((one) => sortieIds === '' || wanted.includes(one.sortieId))
            .toReversed(),
        }
      : null
  const failed = [plot, ground, list].find(({ isError }) => isError) ?? null
  return { known, failed }
}

/** A printable report of a plot's coverage by several flights. */
export const PlotWorkReportScreen = () => {
  const { t } = useTranslation('work-reports')
  const { blockId = '' } = useParams()
  const { known, failed } = useReport(blockId)
  const title = known ? `${t('plotTitle')} ${known.plot.blockName}` : null
  return (
    <PrintScreen
      title={title ?? t('plotTitle')}
      documentTitle={title}
      back={
        <Link to={`/business_manage/block-list?open=${blockId}`}>
          <LeftOutlined aria-hidden="true" /> {t('backToPlot')}
        </Link>
      }
      shown={known}
      failed={failed}
    >
      {(whole, head) => (
        <article className={style.sheet}>
          {head}
          <h2>{t('plotTitle')}</h2>
          <Facts plot={whole.plot} />
          <GroundMap
            ground={{
              covered: whole.ground.coveredRings,
              repeated: whole.ground.repeatedRings,
              missed: whole.ground.missedRings,
              plots: whole.plot.parts,
              tracks: [],
            }}
            label={t('mapLabel')}
            mostHeightMm={96}
          />
          <Sums ground={whole.ground} sprayings={whole.sprayings} />
          <Sprayings sprayings={whole.sprayings} />
          <Signatures />
        </article>
      )}
    </PrintScreen>
  )
}
