import type { DroneCondition } from '@swath/contract/codes'

/** The states of trouble, in the order of their filters above the list. */
export const troubleConditions = [
  'silent-spraying',
  'silent-flying',
  'low-battery',
  'locked',
] as const satisfies readonly DroneCondition[]

export type InTrouble = {
  readonly droneId: string
  readonly droneName: string
  /** Its unresolved level 1 alarm. */
  readonly alarmId: string | null
}

type Alarm = {
  readonly anomalyId: string
  readonly level: 1 | 2 | 3
  readonly droneId: string
  readonly droneName: string
}
type Named = Pick<InTrouble, 'droneId' | 'droneName'>

/**
 * Each drone once: first those with a level 1 alarm, then those in a state of trouble. By name within
 * each group, because the order of the answers changes as drones move.
 */
export const listInTrouble = (
  alarms: readonly Alarm[],
  byCondition: readonly (readonly Named[])[],
): readonly InTrouble[] => {
  const groups: readonly (readonly InTrouble[])[] = [
    alarms
      .filter(({ level }) => level === 1)
      .map(({ droneId, droneName, anomalyId }) => ({ droneId, droneName, alarmId: anomalyId })),
    ...byCondition.map((drones) =>
      drones.map(({ droneId, droneName }) => ({ droneId, droneName, alarmId: null })),
    ),
  ]
  const listed = new Map<string, InTrouble>()
  for (const group of groups)
    for (const drone of group.toSorted((a, b) => a.droneName.localeCompare(b.droneName)))
      if (!listed.has(drone.droneId)) listed.set(drone.droneId, drone)
  return [...listed.values()]
}

/** The index of the next (1) or previous (-1) drone, from the end back to the beginning. */
export const stepInTrouble = (
  drones: readonly InTrouble[],
  currentId: string | null,
  by: 1 | -1,
): number => {
  const at = drones.findIndex(({ droneId }) => droneId === currentId)
  if (at < 0) return by === 1 ? 0 : drones.length - 1
  return (at + by + drones.length) % drones.length
}
