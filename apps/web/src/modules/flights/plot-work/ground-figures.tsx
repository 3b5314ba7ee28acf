import type { PlotGround } from '@swath/contract/flights/plot-work'
import { useTranslation } from 'react-i18next'
import { formatRatio } from '../../../lib/format.ts'
import { Area } from '../../../ui/area.tsx'
import style from './plot-work.module.css'

/** Area covered, missed and covered twice; also the legend of the map. */
export const GroundFigures = ({ ground }: { ground: PlotGround }) => {
  const { t } = useTranslation('plot-work')
  const figures = [
    { kind: 'covered', label: t('covered'), mu: ground.coveredArea },
    { kind: 'missed', label: t('missed'), mu: ground.missedArea },
    { kind: 'repeated', label: t('repeated'), mu: ground.repeatedArea },
  ] as const
  return (
    <>
      <dl className={`grid gap-8 m-0 ${style.figures}`}>
        {figures.map(({ kind, label, mu }) => (
          <div key={kind}>
            <dt className="flex gap-6 items-center">
              <i data-ground={kind} aria-hidden /> {label}
            </dt>
            <dd className="grid text-16">
              <Area mu={mu} />
              <small className="muted text-12">
                {t('ofPlot', { share: formatRatio(ground.area > 0 ? mu / ground.area : null) })}
              </small>
            </dd>
          </div>
        ))}
      </dl>
      {ground.leftOutNum > 0 && (
        <p className="m-0 muted">{t('leftOut', { count: ground.leftOutNum })}</p>
      )}
    </>
  )
}
