import type { CommandObstacle, CommandState, CommandType } from '@swath/domain/command'

export const commandLabels: Readonly<Record<CommandType, string>> = {
  lock: 'flight-control:lock',
  unlock: 'flight-control:unlock',
  hold: 'flight-control:hold',
  return: 'flight-control:return',
  land: 'flight-control:land',
  start: 'flight-control:start',
  pause: 'flight-control:pause',
  resume: 'flight-control:resume',
  sprayOn: 'flight-control:sprayOn',
  sprayOff: 'flight-control:sprayOff',
  setHeight: 'flight-control:setHeight',
  setSpeed: 'flight-control:setSpeed',
  setWidth: 'flight-control:setWidth',
  uploadRoute: 'flight-control:uploadRoute',
}

export const obstacleLabels: Readonly<Record<CommandObstacle, string>> = {
  offline: 'flight-control:whyOffline',
  on_ground: 'flight-control:whyOnGround',
  in_air: 'flight-control:whyInAir',
  locked: 'flight-control:whyLocked',
  not_locked: 'flight-control:whyNotLocked',
  no_route: 'flight-control:whyNoRoute',
  steered: 'flight-control:whySteered',
}

export const stateLabels: Readonly<Record<CommandState, string>> = {
  waiting: 'flight-control:stateWaiting',
  sent: 'flight-control:stateSent',
  done: 'flight-control:stateDone',
  refused: 'flight-control:stateRefused',
  expired: 'flight-control:stateExpired',
  cancelled: 'flight-control:stateCancelled',
}

/** Labels and advice for the reasons in docs/device-protocol.md. Other reasons are quoted. */
const reasonLabels: ReadonlyMap<string, string> = new Map([
  ['already in the air', 'flight-control:reasonInAir'],
  ['on the ground', 'flight-control:reasonOnGround'],
  ['locked', 'flight-control:reasonLocked'],
  ['no route was uploaded', 'flight-control:reasonNoRoute'],
  ['nothing to resume', 'flight-control:reasonNothingToResume'],
  ['battery too low', 'flight-control:reasonBatteryLow'],
  ['battery too low to go on', 'flight-control:reasonBatteryLow'],
  ['the route is longer than a battery lasts', 'flight-control:reasonRouteTooLong'],
  ['the route is too far away', 'flight-control:reasonRouteTooFar'],
  ['it came too late', 'flight-control:reasonTooLate'],
  ['restarted before it was done', 'flight-control:reasonRestarted'],
])

/** Why a drone refused, translated if the reason is known. */
export const reasonText = (reason: string, t: (key: string) => string): string => {
  const label = reasonLabels.get(reason)
  return label === undefined ? reason : t(label)
}
