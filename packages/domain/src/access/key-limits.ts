// What a program may do that calls with an API key: part of what the person may do who made the key.
import type { Right } from './rights.ts'
import type { Screen } from './screens.ts'

export type KeyLimits = {
  readonly keyId: string
  /** Whether it may change anything; otherwise it makes only calls that read. */
  readonly writes: boolean
  readonly screens: readonly Screen[]
  readonly rights: readonly Right[]
  /** Calls a minute. */
  readonly perMinute: number
}

/** The screens whose rows all belong to drones: the only ones of a key that is limited to drones. */
export const screensOfDrones: readonly Screen[] = ['monitor', 'drone-list']

/** A screen or a right counts only while the person still has it. */
export const keepOfKey = <T extends string>(
  ofPerson: readonly T[],
  ofKey: readonly T[] | undefined,
): T[] => ofPerson.filter((name) => ofKey?.includes(name) ?? true)

/** The parts of a route that decide whether a key may call it. */
export type CallByKey = {
  readonly method: string
  /** It only reads, although its method is not GET. */
  readonly reads?: true
  /** Only a person in a session may make this call. */
  readonly personOnly?: true
}

/** Whether a key may make the call at all; rights and screens are checked as for people. */
export const mayKeyCall = (
  { method, reads, personOnly }: CallByKey,
  { writes }: Pick<KeyLimits, 'writes'>,
): boolean => !personOnly && (writes || method === 'GET' || reads === true)
