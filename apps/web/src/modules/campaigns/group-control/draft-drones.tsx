import { groupLimits } from '@swath/contract/campaigns/group-plans'
import { commandLimits } from '@swath/domain/command'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState, type CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMeasure, formatNumber } from '../../../lib/format.ts'
import { buildQuery, keepShown } from '../../../lib/query.ts'
import { NumberField } from './number-field.tsx'
import { withCount, type Draft, type DraftDrone } from './plan-draft.ts'
import { colourOf } from './plan-on-map.tsx'
import style from './group-control.module.css'

type Props = { draft: Draft; set: (change: Partial<Draft>) => void }

/** The colour of a drone on the map. */
export const DroneChip = ({ position }: { position: number }) => (
  <span
    className={style.chip}
    style={{ '--chip': colourOf(position) } as CSSProperties}
    aria-hidden
  />
)

type DroneSelectProps = {
  drone: DraftDrone
  position: number
  taken: readonly (string | null)[]
  onChange: (change: Partial<DraftDrone>, widthM?: number) => void
}
const DroneSelect = ({ drone, position, taken, onChange }: DroneSelectProps) => {
  const { t } = useTranslation('group-control')
  const [search, setSearch] = useState('')
  const found = useQuery({ ...buildQuery('listGroupDrones', { query: { search } }), ...keepShown })
  const items = found.data?.items ?? []
  const own = drone.droneId
  const options = items
    .filter(({ droneId }) => droneId === own || !taken.includes(droneId))
    .map(({ droneId, droneName, modelName }) => ({
      value: droneId,
      label: `${droneName} · ${modelName}`,
    }))
  if (own !== null && !options.some(({ value }) => value === own))
    options.push({ value: own, label: drone.droneName ?? own })
  return (
    <Select<string>
      allowClear
      value={own ?? undefined}
      placeholder={t('droneNumber', { number: position + 1 })}
      aria-label={t('droneNumber', { number: position + 1 })}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      options={options}
      onChange={(droneId: string | undefined) => {
        const chosen = items.find((item) => item.droneId === droneId)
        const tankL = chosen && chosen.tankL > 0 ? { tankL: chosen.tankL } : {}
        onChange(
          { droneId: droneId ?? null, droneName: chosen?.droneName ?? null, ...tankL },
          chosen?.widthM,
        )
      }}
    />
  )
}

type DroneFiguresProps = { drone: DraftDrone; onChange: (change: Partial<DraftDrone>) => void }

/** Load and flight settings of a drone, collapsed to one line until someone edits them. */
const DroneFigures = ({ drone, onChange }: DroneFiguresProps) => {
  const { t } = useTranslation('group-control')
  return (
    <details className={style.more}>
      <summary className="figure muted regular">
        {formatMeasure(drone.tankL, 'L', 0)} · {formatNumber(drone.enduranceS / 60, 0)}{' '}
        {t('minutes')} · {formatMeasure(drone.speed, 'm/s', 1)}
      </summary>
      <div className={style.pairs}>
        <NumberField
          label={t('tank')}
          unit="L"
          value={drone.tankL}
          limits={groupLimits.tankL}
          onChange={(tankL) => onChange({ tankL })}
        />
        <NumberField
          label={t('endurance')}
          unit={t('minutes')}
          value={drone.enduranceS / 60}
          limits={[groupLimits.enduranceS[0] / 60, groupLimits.enduranceS[1] / 60]}
          onChange={(minutes) => onChange({ enduranceS: Math.round(minutes * 60) })}
        />
        <NumberField
          label={t('speed')}
          unit="m/s"
          step={0.5}
          value={drone.speed}
          limits={commandLimits.speedMs}
          onChange={(speed) => onChange({ speed })}
        />
      </div>
    </details>
  )
}

/** The number of drones, which ones they are, and what each carries. */
export const DraftDrones = ({ draft, set }: Props) => {
  const { t } = useTranslation('group-control')
  const { drones } = draft
  const change = (position: number, next: Partial<DraftDrone>, widthM?: number): void => {
    const changed = drones.map((drone, i) => (i === position ? { ...drone, ...next } : drone))
    set({ drones: changed, ...(widthM && position === 0 ? { width: widthM } : {}) })
  }
  return (
    <div className="grid gap-16">
      <p className="m-0 muted text-12">{t('dronesHint')}</p>
      <NumberField
        label={t('droneCount')}
        value={drones.length}
        limits={[1, groupLimits.drones]}
        decimals={0}
        onChange={(count) => set({ drones: withCount(drones, count), cuts: null })}
      />
      {drones.map((drone, i) => (
        // Drones of a plan have no other key than their index.
        <div key={i} className={`grid gap-8 items-center ${style.drone}`}>
          <DroneChip position={i} />
          <DroneSelect
            drone={drone}
            position={i}
            taken={drones.map(({ droneId }) => droneId)}
            onChange={(next, widthM) => change(i, next, widthM)}
          />
          <DroneFigures drone={drone} onChange={(next) => change(i, next)} />
        </div>
      ))}
    </div>
  )
}
