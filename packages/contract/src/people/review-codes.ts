// Wire codes of reviews, and their names in code. Separate from the schemas, so that the console
// can use them without loading the schemas.
import type { Review } from '@swath/domain/access/review'

/** `checkStatus` of an account and `applyStatus` of an application; also stored as these codes. */
export const reviewCodes = { waiting: 1, passed: 2, rejected: 3 } as const satisfies Record<
  Review,
  number
>
const reviews = { 1: 'waiting', 2: 'passed', 3: 'rejected' } as const
export const toReview = <Code extends keyof typeof reviews>(code: Code): (typeof reviews)[Code] =>
  reviews[code]

/** `applyType` of an account application. */
export const applicationCodes = { registration: 1, modification: 2 } as const
const applications = { 1: 'registration', 2: 'modification' } as const
export const toApplicationType = (code: keyof typeof applications) => applications[code]
