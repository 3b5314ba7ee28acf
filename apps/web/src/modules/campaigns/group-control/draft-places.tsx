import { AimOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { groupLimits } from '@swath/contract/campaigns/group-plans'
import { Button } from 'antd'
import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMap } from '../../../map/map-context.ts'
import { NumberField } from './number-field.tsx'
import type { Draft, Place } from './plan-draft.ts'

/** What the next click on the map places; null: it selects plots. */
export type Placing = 'home' | 'refill' | 'obstacle' | null

type Props = {
  draft: Draft
  set: (change: Partial<Draft>) => void
  placing: Placing
  setPlacing: (placing: Placing) => void
}

const usualMarginM = 4
/** Seven decimals: about a centimetre. */
const rounded = (degrees: number): number => Math.round(degrees * 1e7) / 1e7

const usePlacing = ({ draft, set, placing, setPlacing }: Props): void => {
  const map = useMap()
  useEffect(
    () =>
      placing === null
        ? undefined
        : map?.onBackgroundClick((at) => {
            const place: Place = [rounded(at[0]), rounded(at[1])]
            if (placing === 'home') set({ home: place })
            else if (placing === 'refill') set({ refillPlaces: [...draft.refillPlaces, place] })
            else
              set({
                obstacles: [...draft.obstacles, { shape: [place], marginM: usualMarginM }],
                cuts: null,
              })
            setPlacing(null)
          }),
    [map, draft, set, placing, setPlacing],
  )
}

type LineProps = { label: string; onRemove: () => void; children?: ReactNode }
const Line = ({ label, onRemove, children }: LineProps) => {
  const { t } = useTranslation('group-control')
  return (
    <div className="flex wrap gap-4-8 items-center">
      <span>{label}</span>
      {children}
      <Button
        size="small"
        type="text"
        icon={<DeleteOutlined aria-hidden />}
        aria-label={`${t('terms:remove')} ${label}`}
        onClick={onRemove}
      />
    </div>
  )
}

const without = <T,>(all: readonly T[], index: number): T[] => all.filter((_one, i) => i !== index)

/** Positions of the drones and the obstacles, set by clicking the map. */
export const DraftPlaces = (props: Props) => {
  const { t } = useTranslation('group-control')
  const { draft, set, placing, setPlacing } = props
  usePlacing(props)
  const button = (what: Exclude<Placing, null>, label: string, isFull: boolean) => (
    <Button
      type={placing === what ? 'primary' : 'default'}
      aria-pressed={placing === what}
      disabled={isFull}
      icon={what === 'home' ? <AimOutlined aria-hidden /> : <PlusOutlined aria-hidden />}
      onClick={() => setPlacing(placing === what ? null : what)}
    >
      {label}
    </Button>
  )
  return (
    <div className="grid gap-16">
      <div className="flex wrap gap-8">
        {button('home', t('place'), false)}
        {button('refill', t('refillAdd'), draft.refillPlaces.length >= groupLimits.refillPlaces)}
        {button('obstacle', t('obstacleAdd'), draft.obstacles.length >= groupLimits.obstacles)}
      </div>
      {(draft.home === null || placing !== null) && (
        <p className="m-0 muted text-12" role="status">
          {t('placeHint')}
        </p>
      )}
      {draft.refillPlaces.map((_place, i) => (
        <Line
          key={i}
          label={t('refillPlace', { number: i + 1 })}
          onRemove={() => set({ refillPlaces: without(draft.refillPlaces, i) })}
        />
      ))}
      {draft.obstacles.map((obstacle, i) => (
        <Line
          key={i}
          label={t('obstacle', { number: i + 1 })}
          onRemove={() => set({ obstacles: without(draft.obstacles, i), cuts: null })}
        >
          <NumberField
            label={t('holeMargin')}
            unit="m"
            value={obstacle.marginM}
            limits={groupLimits.marginM}
            onChange={(marginM) =>
              set({
                obstacles: draft.obstacles.map((one, j) => (j === i ? { ...one, marginM } : one)),
                cuts: null,
              })
            }
          />
        </Line>
      ))}
    </div>
  )
}
