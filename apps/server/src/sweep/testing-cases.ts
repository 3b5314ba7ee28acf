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

/** The caller, and a drone: one that exists for the person, if any. */
export type Asking = { person: PersonName; drone: DroneName }
export const askingBy = (person: PersonName): Asking => ({
  person,
  drone: visibleDrones[person][0] ?? 'teams',
})

/** Ids of one kind whose rows exist, but not for this person. */
export type Strangers = (asking: Asking) => readonly string[]

/** For rows that belong to drones: those of drones that do not exist for the person. */
export const ofUnseenDrones =
  (ids: Readonly<Record<DroneName, string>>): Strangers =>
  ({ person }) =>
    droneNames.filter((name) => !visibleDrones[person].includes(name)).map((name) => ids[name])

/** Accounts that are not a party of any drone that exists for the person. */
export const partyToNone: Strangers = ({ person }) => {
  const parties = visibleDrones[person].flatMap((name): (AccountName | null)[] => {
    const { maker, operator, tenant } = droneLines[name]
    return [maker, operator, tenant]
  })
  return accountNames.filter((name) => !parties.includes(name)).map((name) => world.accountId[name])
}

export type SweepCase<R extends Route = Route> = {
  /**
   * `public`: no sign-in needed. Otherwise exactly these people may call; all others are refused.
   */
  people: 'public' | readonly PersonName[]
  /**
   * A right is needed in addition to the screen: people with every screen but no right are refused.
   */
  right?: true
  /** A valid request for rows of the person's own; without it nothing is sent. */
  request?: (asking: Asking) => SweepRequest
  /**
   * The request changes rows if allowed, so only people without access send it. A request that
   * fails before any change is preferable: with an unknown version, or a state that is over.
   */
  changes?: true
  /**
   * The call only reads, although it is not a GET: hostile values that its schema accepts are sent
   * to it.
   */
  reads?: true
  /**
   * The call first checks whether the person may make it at all, or whether the row is unchanged.
   */
  refusesFirst?: true
  /** The call filters or searches by an id and returns the matches: none for a foreign one. */
  narrows?: true
  /** Foreign ids at slots that differ from the others, such as `query.zzAccountId`. */
  strangers?: Readonly<Record<string, Strangers>>
  /** Slots where no id is foreign, each with the reason. */
  untried?: Readonly<Record<string, string>>
  /**
   * A list or file that contains the canaries of exactly these rows; people not named are not
   * tested.
   */
  holds?: {
    kind: string
    /** Names of all rows; by default those that the platform sees. */
    all?: readonly string[]
    rows: Readonly<Partial<Record<PersonName, readonly string[]>>>
    /** Reduces the response to the parts that identify rows. */
    read?: (text: string) => string
  }
  /** Sums and choices over the same rows: the person's answer and the expected one. */
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

/** Adds the cases of a feature; a missing call is a type error. */
export const featureSweep = <const R extends Readonly<Record<string, Route>>>(
  _routes: R,
  sweep: Omit<FeatureSweep, 'cases'> & { cases: { [O in keyof R]: SweepCase<R[O]> } },
): FeatureSweep => sweep as unknown as FeatureSweep
