// Commands that a drone accepts (decisions: drones connect; specification, section 7: lockOpr;
// group and flight control).
import type { LngLat } from './lng-lat.ts'

export type RoutePoint = {
  readonly at: LngLat
  /** Metres above the ground below. */ readonly heightM: number
  readonly pumpOn: boolean
  /** L/ha on the way to the next one; absent: as the drone is set. */ readonly doseLHa?: number
}

type PlainCommand =
  | 'lock'
  | 'unlock'
  | 'hold'
  | 'return'
  | 'land'
  | 'start'
  | 'pause'
  | 'resume'
  | 'sprayOn'
  | 'sprayOff'
export type Command =
  | { [Type in PlainCommand]: { readonly type: Type } }[PlainCommand]
  | { readonly type: 'setHeight'; /** Metres above ground. */ readonly heightM: number }
  | { readonly type: 'setSpeed'; /** m/s over ground. */ readonly speedMs: number }
  | { readonly type: 'setWidth'; /** Metres of swath. */ readonly widthM: number }
  | {
      readonly type: 'uploadRoute'
      readonly name: string
      readonly points: readonly RoutePoint[]
      /** On this route; absent: as the drone is set. m/s over ground. */ readonly speedMs?: number
      /** Metres of swath. */ readonly widthM?: number
    }
export type CommandType = Command['type']

export const commandTypes = [
  'lock',
  'unlock',
  'hold',
  'return',
  'land',
  'start',
  'pause',
  'resume',
  'sprayOn',
  'sprayOff',
  'setHeight',
  'setSpeed',
  'setWidth',
  'uploadRoute',
] as const satisfies readonly CommandType[]

/**
 * Ends a flight or begins one: held for a second, and sent after a countdown that can be stopped.
 */
export const dangerousCommands: ReadonlySet<CommandType> = new Set(['land', 'start', 'return'])

/** Why a drone could not obey now, as far as is known here. */
export type CommandObstacle =
  | 'offline'
  | 'on_ground'
  | 'in_air'
  | 'locked'
  | 'not_locked'
  | 'no_route'
  | 'steered'
export type CommandSituation = {
  readonly flight: 'offline' | 'ground' | 'flying' | 'spraying'
  readonly locked: boolean
  /** It keeps a route for `start`. */ readonly hasRoute: boolean
  /** Another person controls it; absent: as far as is known no one does. */
  readonly isSteeredByOther?: boolean
}

/**
 * Null: allowed; the drone may still refuse. A lock and its end are stored until they are received,
 * so they are always allowed.
 */
export const obstacleTo = (
  type: CommandType,
  { flight, locked, hasRoute, isSteeredByOther = false }: CommandSituation,
): CommandObstacle | null => {
  if (type === 'lock') return locked ? 'locked' : null
  if (type === 'unlock') return locked ? null : 'not_locked'
  if (flight === 'offline') return 'offline'
  if (isSteeredByOther) return 'steered'
  if (type === 'uploadRoute') return null
  if (type !== 'start') return flight === 'ground' ? 'on_ground' : null
  return flight !== 'ground' ? 'in_air' : locked ? 'locked' : hasRoute ? null : 'no_route'
}

/** Limits of parameters; a drone may refuse more. */
export const commandLimits = {
  heightM: [1, 30],
  speedMs: [0.5, 12],
  widthM: [1, 15],
  routePoints: [2, 2000],
  doseLHa: [0, 500],
} as const

/**
 * waiting: stored, not yet sent; it may be cancelled. sent: sent, perhaps more than once. done,
 * refused: the drone's own answer. expired: no answer in time, whether it was sent or not. The last
 * four are final.
 */
export const commandStates = ['waiting', 'sent', 'done', 'refused', 'expired', 'cancelled'] as const
export type CommandState = (typeof commandStates)[number]

/**
 * How long a command stays valid, in ms. A command for a flying drone is useless a minute later; a
 * lock remains valid until the drone receives it.
 */
export const goodForMs = (type: CommandType): number =>
  type === 'lock' || type === 'unlock' ? 30 * 86_400_000 : type === 'uploadRoute' ? 120_000 : 30_000
