// A feature's declarations about its calls for the sweep: `features/<f>/<f>.sweep.ts`.
import type { IdKind } from '@swath/contract/ids'
import type { Answer, Route } from '@swath/contract/kit'
import type { Db } from '../platform/database/database.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import { visibleDrones } from './testing-oracle.ts'
import {
  accountNames,
  droneLines,
  droneNames,
  world,
  type AccountName,
  type DroneName,
  type PersonName,
} from './testing-world.ts'

export type SweepRequest = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  /** Content of the one part of a form. */
  file?: string
}

/** The caller, and a drone: one that exists for the person, where any does. */
export type Asking = { person: PersonName; drone: DroneName }
export const askingBy = (person: PersonName): Asking => ({
  person,
  drone: visibleDrones[person][0] ?? 'teams',
})

/** Ids of one kind that exist, and do not exist for this person. */
export type Strangers = (asking: Asking) => readonly string[]

/** Of rows that hang on drones: those of drones that do not exist for the person. */
export const ofUnseenDrones =
  (ids: Readonly<Record<DroneName, string>>): Strangers =>
  ({ person }) =>
    droneNames.filter((name) => !visibleDrones[person].includes(name)).map((name) => ids[name])

/** Accounts that have nothing to do with any drone that exists for the person. */
export const partyToNone: Strangers = ({ person }) => {
  const parties = visibleDrones[person].flatMap((name): (AccountName | null)[] => {
    const { maker, operator, tenant } = droneLines[name]
    return [maker, operator, tenant]
  })
  return accountNames.filter((name) => !parties.includes(name)).map((name) => world.accountId[name])
}

export type SweepCase<R extends Route = Route> = {
  /** `public`: no sign-in needed. Else exactly these people; all others are refused. */
  people: 'public' | readonly PersonName[]
  /**
   * A right is needed in addition to the screen: refused to people who have every screen and no
   * right.
   */
  right?: true
  /** A call that is right in itself, on rows of the person's own; without it nothing is sent. */
  request?: (asking: Asking) => SweepRequest
  /**
   * The request changes rows where it is allowed, so that only people without access try it. Better
   * is a request that fails before a change: a version that no row has, a state that is over.
   */
  changes?: true
  /** Not a GET, and yet it only reads: hostile values that its schema accepts are sent to it. */
  reads?: true
  /** Says first whether the person may at all, or whether the row is as it was seen. */
  refusesFirst?: true
  /** Filters or searches by an id, and returns the matches: none. */
  narrows?: true
  /** At slots where other rows are foreign than everywhere: `query.zzAccountId`. */
  strangers?: Readonly<Record<string, Strangers>>
  /** Slots where nothing is foreign, each with the reason. */
  untried?: Readonly<Record<string, string>>
  /**
   * A list or file contains the canaries of exactly these rows; people not named are not tested.
   */
  holds?: {
    kind: string
    /** Names of all rows; absent: of those that the platform sees. */
    all?: readonly string[]
    rows: Readonly<Partial<Record<PersonName, readonly string[]>>>
    /** Reduces the response to the parts where rows name themselves. */
    read?: (text: string) => string
  }
  /** Sums and choices over the same rows: the person's answer, and the expected one. */
  look?: (answer: Answer<R>, person: PersonName) => { actual: unknown; expected: unknown }
  /** People who have the screen and the right, but not this row. */
  refused?: readonly Asking[]
}

export type FeatureSweep = {
  /** Rows that only this feature's cases need, and their files. */
  seed?: (db: Db, store: FileStore) => Promise<void>
  strangers?: Readonly<Partial<Record<IdKind, Strangers>>>
  cases: Readonly<Record<string, SweepCase>>
}

/** A call that is missing does not compile. */
export const featureSweep = <const R extends Readonly<Record<string, Route>>>(
  _routes: R,
  sweep: Omit<FeatureSweep, 'cases'> & { cases: { [O in keyof R]: SweepCase<R[O]> } },
): FeatureSweep => sweep as unknown as FeatureSweep
