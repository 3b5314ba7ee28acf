import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { dash } from '../../../lib/format.ts'
import { AreaFact, Fact, FactGroup, FactSection } from '../../../ui/facts.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { usePlotWork } from './group-lists.tsx'
import { plotCard } from './monitor-slots.ts'
import { useFit } from '../../../ui/use-first-view.ts'
import style from './drone-card.module.css'

/** One of the person's plots: its crop, and its latest spraying. */
export const PlotCard = ({ plotId, onClose }: { plotId: string; onClose: () => void }) => {
  const { t } = useTranslation('monitor')
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
      // On a phone the card shows the ground itself, so it may cover the map.
      sheet="full"
      title={plot.blockName}
      onClose={onClose}
    >
      <div className={style.section}>
        <FactSection title={t('plot-work:sprayings')}>
          {last ? (
            <plotCard.Slot key={last.sortieId} blockId={plotId} />
          ) : (
            <p className="m-0 muted">{t('neverSprayed')}</p>
          )}
        </FactSection>
      </div>
      <div className={style.section}>
        <FactGroup title={t('terms:plot')}>
          <AreaFact label={t('terms:area')} mu={plot.area} decimals={1} />
          <Fact label={t('crop')}>{plot.crop ?? dash}</Fact>
        </FactGroup>
      </div>
    </Panel>
  )
}
