import type { GroupRoutePlan } from '@swath/contract/campaigns/group-plans'
import { Button, Slider } from 'antd'
import { useState, type CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDuration, formatNumber } from '../../../lib/format.ts'
import { FactSection } from '../../../ui/facts.tsx'
import { DroneChip } from './draft-drones.tsx'
import { colourOf } from './plan-on-map.tsx'
import style from './group-control.module.css'

type Props = {
  route: GroupRoutePlan
  names: readonly string[]
  /** Null: equal shares. */
  onCuts: (cuts: number[] | null) => void
}

/**
 * The drones' shares of the work: the borders between them can be dragged, or moved with the arrow
 * keys.
 */
export const ShareSlider = ({ route, names, onCuts }: Props) => {
  const { t } = useTranslation('group-control')
  const [dragged, setDragged] = useState<readonly number[] | null>(null)
  const cuts = dragged ?? route.cuts
  const ends = [0, ...cuts, route.lineNum]
  return (
    <FactSection title={t('shares')}>
      <div className={`grid gap-8 justify-items-start ${style.split}`}>
        <p className="m-0 muted text-12">{t('sharesHint')}</p>
        <div className={style.bands} aria-hidden>
          {ends.slice(1).map((end, i) => (
            <span
              key={i}
              style={{ 'flexGrow': end - ends[i]!, '--chip': colourOf(i) } as CSSProperties}
            />
          ))}
        </div>
        {cuts.length > 0 && (
          <Slider
            range
            min={0}
            max={route.lineNum}
            value={[...cuts]}
            ariaLabelForHandle={cuts.map((_cut, i) => t('cut', { drone: names[i + 1] ?? i + 2 }))}
            onChange={(next) => setDragged(next)}
            onChangeComplete={(next) => {
              setDragged(null)
              onCuts(next)
            }}
          />
        )}
        <ul className="list-plain grid gap-8">
          {route.shares.map(({ sprayL, endS }, i) => (
            <li className="flex wrap gap-4-8 items-center" key={i}>
              <DroneChip position={i} />
              <span>{names[i]}</span>
              <span className="unit figure">
                {formatNumber(sprayL, 1)} L · {formatDuration(endS)}
              </span>
            </li>
          ))}
        </ul>
        {cuts.length > 0 && (
          <Button size="small" onClick={() => onCuts(null)}>
            {t('sharesEven')}
          </Button>
        )}
      </div>
    </FactSection>
  )
}
