// Commands to the drones of a plan, and the status that results from each outcome.
import type { groupControlActions, groupDroneStates } from '@swath/contract/campaigns/group-plans'

/** Stored states. Whether a flight was interrupted is derived from the flight. */
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

/** Whether a flight may follow the command. */
export const opensFlight = (action: Action): boolean => action === 'send' || action === 'start'

export const statusBefore = {
  send: 'waiting',
  start: 'sent',
  pause: 'flying',
  resume: 'paused',
  return: null,
  set: null,
} as const satisfies Record<Action, KeptStatus | null>

/** States in which the drone flies for the plan, or is about to. */
export const underWay = ['sent', 'flying', 'paused'] as const satisfies readonly KeptStatus[]

/** The plan cannot change while a drone is under way. */
export const isUnderWay = (drones: readonly { readonly status: Status }[]): boolean =>
  drones.some(({ status }) => underWay.some((one) => one === status))
