import {
  CheckCircleOutlined,
  DisconnectOutlined,
  LockOutlined,
  ThunderboltOutlined,
} from '@ant-design/icons'
import type { Api } from '@swath/contract/api'
import type { DroneCondition } from '@swath/contract/codes'
import type { Answer } from '@swath/contract/kit'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../lib/format.ts'
import { AlarmMark } from '../../../ui/alarm-mark.tsx'
import { FlightMark, flightLabels, type Flight } from '../../../ui/flight-badge.tsx'
import { levelLabels, type AlarmLevel } from '../../alarms/public.ts'
import type { Shown } from './shown.ts'
import style from './needs-me.module.css'

type Summary = Answer<Api['getMonitorSummary']>
type Alarms = Answer<Api['listRecentAlarms']>

type ChipProps = {
  mark: ReactNode
  label: string
  /** The full label, where the visible one is shortened. */
  hint?: string
  count: number | undefined
  /** How many of these are unread. */
  unread?: number
  isOn: boolean
  onPress: () => void
}
/** A count that is a filter: a click sets it, another click clears it. */
const Chip = ({ mark, label, hint = label, count, unread = 0, isOn, onPress }: ChipProps) => {
  const { t } = useTranslation('monitor')
  return (
    <button
      type="button"
      className={style.chip}
      aria-pressed={isOn}
      data-none={count === 0}
      title={hint}
      onClick={onPress}
    >
      {mark}
      <span className="nowrap">{label}</span>
      <strong className="semibold tabular">{formatCount(count)}</strong>
      {unread > 0 && (
        <span className={style.unread}>
          <span className="sr-only">{t('unreadCount', { count: unread })}</span>
        </span>
      )}
    </button>
  )
}

const levels = [1, 2, 3] as const
const chipLabels = { 1: 'monitor:level1', 2: 'terms:level2', 3: 'terms:level3' } as const

const troubles = [
  {
    name: 'silentSpraying',
    condition: 'silent-spraying',
    mark: <DisconnectOutlined aria-hidden />,
  },
  { name: 'silentFlying', condition: 'silent-flying', mark: <DisconnectOutlined aria-hidden /> },
  { name: 'lowBattery', condition: 'low-battery', mark: <ThunderboltOutlined aria-hidden /> },
  { name: 'locked', condition: 'locked', mark: <LockOutlined aria-hidden /> },
] as const satisfies readonly {
  name: keyof Summary['troubles']
  condition: DroneCondition
  mark: ReactNode
}[]
export const conditionLabels: Readonly<Record<DroneCondition, string>> = {
  ...flightLabels,
  'silent-spraying': 'monitor:silentSpraying',
  'silent-flying': 'monitor:silentFlying',
  'low-battery': 'monitor:lowBattery',
  'locked': 'monitor:lockedOnline',
}

type Props = { shown: Shown; onShow: (shown: Shown) => void; onBack: () => void }

/** Unresolved alarms by level, and drones with problems. */
export const NeedsMe = ({
  alarms,
  summary,
  shown,
  onShow,
  onBack,
}: Props & { alarms: Alarms | undefined; summary: Summary | undefined }) => {
  const { t } = useTranslation('monitor')
  const isLevel = (level: AlarmLevel): boolean => shown.view === 'alarms' && shown.level === level
  const isCondition = (condition: DroneCondition): boolean =>
    shown.view === 'drones' && shown.condition === condition
  // A selected filter stays visible even if its count is zero, so that it can be cleared.
  const present = troubles.filter(
    ({ name, condition }) => (summary?.troubles[name] ?? 0) > 0 || isCondition(condition),
  )
  const isQuiet =
    alarms !== undefined &&
    summary !== undefined &&
    present.length === 0 &&
    alarms.levels.every(({ count }) => count === 0)
  return (
    <section
      className={style.needs}
      aria-label={t('needsMe')}
      aria-keyshortcuts="J K"
      title={t('needsMeKeys')}
    >
      <h3 className={`muted text-12 leading-18 medium ${style.title}`}>{t('needsMe')}</h3>
      {isQuiet ? (
        <p className={`flex gap-8 items-center m-0 success ${style.quiet}`}>
          <CheckCircleOutlined aria-hidden /> {t('nothingNeedsMe')}
        </p>
      ) : (
        <div className={`flex wrap gap-6 ${style.chips}`} data-loading={summary === undefined}>
          {levels.map((level) => {
            const counted = alarms?.levels.find((one) => one.level === level)
            return (
              <Chip
                key={level}
                mark={
                  <span className="inline-flex" aria-hidden="true">
                    <AlarmMark level={level} title={t(levelLabels[level])} />
                  </span>
                }
                label={t(chipLabels[level])}
                hint={t('unresolvedOfLevel', { level: t(levelLabels[level]) })}
                count={counted?.count}
                unread={counted?.unread ?? 0}
                isOn={isLevel(level)}
                onPress={() => (isLevel(level) ? onBack() : onShow({ view: 'alarms', level }))}
              />
            )
          })}
          {present.map(({ name, condition, mark }) => (
            <Chip
              key={name}
              mark={mark}
              label={t(conditionLabels[condition])}
              count={summary?.troubles[name]}
              isOn={isCondition(condition)}
              onPress={() =>
                isCondition(condition) ? onBack() : onShow({ view: 'drones', condition })
              }
            />
          ))}
        </div>
      )}
    </section>
  )
}

/** Drones by activity; the counts add up to the total. */
const countStates = ({
  droneNum,
  onlineDroneCount,
  flyingDroneCount,
  sprayingDroneCount,
}: Pick<
  Summary,
  'droneNum' | 'onlineDroneCount' | 'flyingDroneCount' | 'sprayingDroneCount'
>): Readonly<Record<Flight, number>> => ({
  spraying: sprayingDroneCount,
  flying: flyingDroneCount - sprayingDroneCount,
  ground: onlineDroneCount - flyingDroneCount,
  offline: Math.max(0, droneNum - onlineDroneCount),
})

const states = ['spraying', 'flying', 'ground', 'offline'] as const
const stateLabels: Readonly<Record<Flight, string>> = {
  ...flightLabels,
  ground: 'monitor:stateGround',
}

export const States = ({
  summary,
  shown,
  onShow,
  onBack,
}: Props & { summary: Summary | undefined }) => {
  const { t } = useTranslation('monitor')
  const counts = summary && countStates(summary)
  return (
    <div className={style.states} role="group" aria-label={t('terms:drones')}>
      {states.map((state) => {
        const isOn = shown.view === 'drones' && shown.condition === state
        return (
          <button
            key={state}
            type="button"
            className={`min-w-0 card ink text-center ${style.state}`}
            aria-pressed={isOn}
            title={t(flightLabels[state])}
            onClick={() => (isOn ? onBack() : onShow({ view: 'drones', condition: state }))}
          >
            <strong>{formatCount(counts?.[state])}</strong>
            <span>
              <FlightMark flight={state} />
              {t(stateLabels[state])}
            </span>
          </button>
        )
      })}
    </div>
  )
}
