// Redirects for a person who requested no screen, or a screen they may not open (specification,
// sections 2 and 4).
import { userTypeCodes } from './rights.ts'
import type { CallerFacts } from './policy-facts.ts'
import type { Screen } from './screens.ts'

type Person = Pick<CallerFacts, 'accountType' | 'userType' | 'tag' | 'checkStatus'>

const pickOneOf = (available: readonly Screen[], ...wanted: readonly Screen[]): Screen | null =>
  wanted.find((screen) => available.includes(screen)) ?? available[0] ?? null

/**
 * The redirect for every unknown path. `available`: the person's screens that exist, which rules
 * out a redirect loop; null: there is none.
 */
export const pickHome = (person: Person, available: readonly Screen[]): Screen | null => {
  if (person.userType === userTypeCodes.leaseManager)
    return pickOneOf(available, 'lease-list', 'monitor')
  if (person.accountType === 'platform') return pickOneOf(available, 'stat-screen', 'monitor')
  return pickOneOf(available, 'monitor')
}

/** The redirect from `/`, and so after sign-in: the workbench if available. */
export const pickFirstScreen = (person: Person, available: readonly Screen[]): Screen | null =>
  available.includes('workbench') ? 'workbench' : pickHome(person, available)

/**
 * Instead of a screen that the person may not open: a sub-platform's people go to the monitor,
 * where they have it, all others to `/`.
 */
export const pickInstead = (person: Person, available: readonly Screen[]): Screen | null =>
  person.accountType === 'platform' && person.tag !== null && available.includes('monitor')
    ? 'monitor'
    : pickFirstScreen(person, available)

/** The path after a sign-in. */
export const pathAfterSignIn = (person: Person): '/' | '/redirect_to_account' =>
  person.accountType === 'platform' ||
  person.accountType === 'government' ||
  person.checkStatus === 'passed'
    ? '/'
    : '/redirect_to_account'
