// Commands to the drones of a plan, and the status of each drone by the outcome of its command.
import type { groupControlActions, groupDroneStates } from '@swath/contract/campaigns/group-plans'

/** The stored state; whether its flight has ended follows from the flight. */
export type KeptStatus = Exclude<(typeof groupDroneStates)[number], 'interrupted'>
type Status = (typeof groupDroneStates)[number]
type Action = (typeof groupControlActions)[number]

export const statusAfter = {
  send: 'sent',
  start: 'flying',
  pause: 'paused',
  resume: 'flying',
  return: null,
  set: null,
} as const satisfies Record<Action, KeptStatus | null>

/** A flight may follow. */
export const opensFlight = (action: Action): boolean => action === 'send' || action === 'start'

export const statusBefore = {
  send: 'waiting',
  start: 'sent',
  pause: 'flying',
  resume: 'paused',
  return: null,
  set: null,
} as const satisfies Record<Action, KeptStatus | null>

/** In the air for the plan, or about to be. */
export const underWay = ['sent', 'flying', 'paused'] as const satisfies readonly KeptStatus[]

/** If a drone is, the plan cannot change. */
export const isUnderWay = (drones: readonly { readonly status: Status }[]): boolean =>
  drones.some(({ status }) => underWay.some((one) => one === status))
