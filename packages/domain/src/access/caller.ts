import type { KeyLimits } from './key-limits.ts'
import type { Review } from './review.ts'
import type { Right, UserType } from './rights.ts'
import type { AccountType, Screen } from './screens.ts'

/**
 * A person with personal scope: sees only their own work and the drones of their sorties, open
 * sorties included.
 */
export type OwnWork = { readonly userId: string; readonly droneIds: readonly string[] }

/**
 * The rows a caller can see. Built from the token, never from the request; every query takes one.
 */
export type Scope =
  /** The platform's own people: everything. */
  (
    | { kind: 'all' }
    /** A government: rows located in its region, matched by prefix of the region code. */
    | { kind: 'region'; prefix: string }
    /** Everyone else: rows that carry one of these accounts (the own one and its descendants). */
    | {
        kind: 'accounts'
        accountIds: readonly string[]
        as: 'manufacturer' | 'operator' | 'sub-platform' | 'farmer'
      }
  ) & {
    /** If set: of these rows, only those that this person flew or created. */
    own?: OwnWork
    /**
     * If set: of these rows, only those of these drones. Rows of tables without a drone do not
     * exist then.
     */
    drones?: readonly string[]
  }

/** Whether the caller sees only part of the rows of their accounts, so that stored sums are too large. */
export const isNarrowed = (scope: Scope): boolean =>
  scope.own !== undefined || scope.drones !== undefined

/** The caller, as the policy needs it. */
export type Caller = {
  userId: string
  userName: string
  userType: UserType
  rights: readonly Right[]
  /** Only what this user flew or created, within the scope (data scope 2, personal). */
  personal: boolean
  accountId: string
  accountName: string
  accountType: AccountType
  operatorType: 'team' | 'personal' | null
  checkStatus: Review
  tag: string | null
  accountScreens: readonly Screen[] | null
  vipLevel: number
  canCreateSub: boolean
  leaseAccount: boolean
  tenant: boolean
  regionCode: string
  timeZone: string
  scope: Scope
  /** A program that calls with an API key, as the person who made the key; absent: the person. */
  key?: KeyLimits
}
