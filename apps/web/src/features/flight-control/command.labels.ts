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
