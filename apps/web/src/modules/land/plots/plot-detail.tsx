import { EditOutlined, EnvironmentOutlined, ShareAltOutlined } from '@ant-design/icons'
import type { Plot, PlotDetail as Detail } from '@swath/contract/land/plots'
import { plotList } from '@swath/contract/land/plots'
import { useQuery } from '@tanstack/react-query'
import { Button, Collapse } from 'antd'
import { useTranslation } from 'react-i18next'
import { dash, formatCount, formatNumber, formatUnit } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { useUser } from '../../../lib/session.ts'
import { Area } from '../../../ui/area.tsx'
import { DetailOf } from '../../../ui/detail-of.tsx'
import { DeleteButton } from '../../../ui/delete-button.tsx'
import { AreaFact, Fact, Facts, FactSection, TimeFact } from '../../../ui/facts.tsx'
import { Outlines } from '../../../ui/outlines.tsx'
import { Time } from '../../../ui/time.tsx'
import type { Ground } from '../../../map/shapes.ts'
import { EarlierFlights, isFindingFlights } from './earlier-flights.tsx'
import { GivenShares } from './plot-shares.tsx'
import { plotDetail, plotRounds } from './plot-slots.ts'
import style from './plots.module.css'

type Asks = {
  onShow: (ground: Ground) => void
  onEdit: (plot: Plot) => void
  onShare: (plot: Plot) => void
  onDelete: (plot: Plot) => void
}

const PlotActions = ({ plot, onShow, onEdit, onShare, onDelete }: Asks & { plot: Detail }) => {
  const { t } = useTranslation('plots')
  return (
    <div className="flex wrap gap-8">
      <Button
        icon={<EnvironmentOutlined aria-hidden />}
        onClick={() => onShow({ kind: 'parts', parts: plot.parts })}
      >
        {t('terms:showOnTheMap')}
      </Button>
      {plot.can.update && (
        <Button icon={<EditOutlined aria-hidden />} onClick={() => onEdit(plot)}>
          {t('terms:edit')}
        </Button>
      )}
      {plot.can.share && (
        <Button icon={<ShareAltOutlined aria-hidden />} onClick={() => onShare(plot)}>
          {t('share')}
        </Button>
      )}
      {plot.can.delete && <DeleteButton onClick={() => onDelete(plot)} />}
    </div>
  )
}

const PlotFacts = ({ plot }: { plot: Detail }) => {
  const { t } = useTranslation('plots')
  const holes = plot.parts.reduce((sum, part) => sum + part.length - 1, 0)
  return (
    <Facts>
      <AreaFact label={t('terms:area')} mu={plot.area} />
      <Fact label={t('crop')}>{plot.crop ?? dash}</Fact>
      <Fact label={t('owner')}>{plot.accountName}</Fact>
      <Fact label={t('holding')}>{t(plotList.columns.holding.labels[plot.holding])}</Fact>
      {plot.sharedUntil !== null && <TimeFact label={t('shareUntil')} time={plot.sharedUntil} />}
      <Fact label={t('terms:region')}>{plot.region.join(' / ') || dash}</Fact>
      {plot.village !== '' && <Fact label={t('terms:village')}>{plot.village}</Fact>}
      <Fact label={t('ground')}>
        {t('partCount', { count: plot.parts.length })}
        {holes > 0 && <> · {t('holeCount', { count: holes })}</>} ·{' '}
        {t('cornerCount', { count: plot.cornerNum })}
      </Fact>
      <Fact label={t('perimeter')}>
        <span className="figure">
          {formatNumber(plot.perimeterM, 0)} <span className="unit">{formatUnit('m')}</span>
        </span>
      </Fact>
      <Fact label={t('workNum')}>{formatCount(plot.workNum)}</Fact>
      <TimeFact label={t('lastWork')} time={plot.lastWorkTime} />
      <TimeFact label={t('createdAt')} time={plot.createdAt} />
      <TimeFact label={t('updatedAt')} time={plot.updatedAt} />
    </Facts>
  )
}

/** Former shapes of the plot; work of that time refers to them. */
const FormerShapes = ({ plot, onShow }: { plot: Detail; onShow: Asks['onShow'] }) => {
  const { t } = useTranslation('plots')
  if (plot.formerShapes.length === 0) return null
  return (
    <FactSection title={t('formerShapes')}>
      <p className="m-0 muted text-13 leading-20">{t('formerHint')}</p>
      <ul className="list-plain">
        {plot.formerShapes.map((shape) => (
          <li
            key={shape.until}
            className={`flex gap-12 items-center justify-between border-t ${style.share}`}
          >
            <div>
              <Area mu={shape.area} />
              <div className="m-0 muted text-13 leading-20">
                <Time time={shape.from} /> – <Time time={shape.until} />
                {shape.drawnBy !== null && ` · ${shape.drawnBy}`}
              </div>
            </div>
            <Button type="text" onClick={() => onShow({ kind: 'parts', parts: shape.parts })}>
              {t('terms:showOnTheMap')}
            </Button>
          </li>
        ))}
      </ul>
    </FactSection>
  )
}

/** Polling interval while earlier flights are being assigned. */
const findingMs = 2_000

const PlotPage = ({ plot, ...asks }: Asks & { plot: Detail }) => {
  const { t } = useTranslation('plots')
  return (
    <div className="grid cols-1 gap-20">
      <PlotActions plot={plot} {...asks} />
      <PlotFacts plot={plot} />
      <EarlierFlights plot={plot} />
      <plotDetail.Slot blockId={plot.blockId} name={plot.blockName} parts={plot.parts} />
      <GivenShares plot={plot} />
      <FormerShapes plot={plot} onShow={asks.onShow} />
      <Outlines label={t('coordinates')} rings={plot.parts.flat()} />
    </div>
  )
}

/** A farmer asks first what was done on the field. */
const FarmerPlotPage = ({ plot, ...asks }: Asks & { plot: Detail }) => {
  const { t } = useTranslation('plots')
  return (
    <div className="grid cols-1 gap-20">
      <plotRounds.Slot key={plot.blockId} blockId={plot.blockId} />
      <Collapse
        size="small"
        items={[
          { key: 'plot', label: t('terms:details'), children: <PlotPage plot={plot} {...asks} /> },
        ]}
      />
    </div>
  )
}

/** Details of one plot, and its actions. */
export const PlotDetail = ({ blockId, ...asks }: Asks & { blockId: string }) => {
  const isFarmer = useUser().accountType === 'farmer'
  const detail = useQuery({
    ...buildQuery('getPlot', { params: { blockId } }),
    refetchInterval: ({ state }) => state.data && isFindingFlights(state.data) && findingMs,
  })
  return (
    <DetailOf row={undefined} asked={detail}>
      {(plot) =>
        isFarmer ? <FarmerPlotPage plot={plot} {...asks} /> : <PlotPage plot={plot} {...asks} />
      }
    </DetailOf>
  )
}
