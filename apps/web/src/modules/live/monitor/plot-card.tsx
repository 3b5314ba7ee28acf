import { FileTextOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { dash, formatNumber } from '../../../lib/format.ts'
import { AreaFact, Fact, FactGroup } from '../../../ui/facts.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Time, TimeAgo } from '../../../ui/time.tsx'
import { usePlotWork, type WorkedPlot } from './group-lists.tsx'
import { useFit } from '../../../ui/use-first-view.ts'
import style from './drone-card.module.css'

const LastWork = ({ last }: { last: NonNullable<WorkedPlot['last']> }) => {
  const { t } = useTranslation('monitor')
  return (
    <FactGroup title={t('lastWork')}>
      <Fact label={t('sprayedAt')}>
        <Time time={last.startTime} /> (<TimeAgo time={last.startTime} />)
      </Fact>
      <Fact label={t('chemical')}>{last.chemical}</Fact>
      <Fact label={t('terms:sprayed')}>
        <span className="figure">
          {formatNumber(last.sprayL, 1)} <span className="unit">L</span>
        </span>
      </Fact>
      <AreaFact label={t('terms:coveredArea')} mu={last.sprayArea} decimals={1} />
      <Fact label={t('terms:operator')}>{last.yyAccountName}</Fact>
      <Fact label={t('terms:pilot')}>{last.oprName}</Fact>
    </FactGroup>
  )
}

/** One of the person's plots: its crop, and its latest spraying. */
export const PlotCard = ({ plotId, onClose }: { plotId: string; onClose: () => void }) => {
  const { t } = useTranslation('monitor')
  const navigate = useNavigate()
  const work = usePlotWork(true)
  const plot = work.data?.items.find(({ blockId }) => blockId === plotId)
  const fit = useFit()
  const arrived = useRef(false)
  useEffect(() => {
    if (!plot || !fit || arrived.current) return
    arrived.current = true
    fit({ bounds: plot.bounds, densest: null, nearest: 17 })
  }, [plot, fit])
  if (!plot) return null
  const { last } = plot
  return (
    <Panel
      side="right"
      title={plot.blockName}
      onClose={onClose}
      footer={
        last && (
          <Button
            type="primary"
            block
            icon={<FileTextOutlined aria-hidden />}
            onClick={() =>
              void navigate(
                `/monitor_manage/plot-report/${plotId}/${encodeURIComponent(last.droneId)}/${last.sortieId}`,
              )
            }
          >
            {t('openReport')}
          </Button>
        )
      }
    >
      <div className={style.section}>
        <FactGroup title={t('terms:plot')}>
          <AreaFact label={t('terms:area')} mu={plot.area} decimals={1} />
          <Fact label={t('crop')}>{plot.crop ?? dash}</Fact>
        </FactGroup>
      </div>
      <div className={style.section}>
        {last ? <LastWork last={last} /> : <p className="m-0 muted">{t('neverSprayed')}</p>}
      </div>
    </Panel>
  )
}
