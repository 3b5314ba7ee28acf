import { accountReview, type accountRoutes } from '@swath/contract/people/accounts'
import { memberRoutes } from '@swath/contract/people/members'
import type { Caller } from '@swath/domain/access/caller'
import { mayCall } from '@swath/domain/access/policy'
import type { Screen } from '@swath/domain/access/screens'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail, ServiceError } from '../../../platform/errors/fail.ts'

type Review = Handlers<typeof accountRoutes>['reviewAccountApplication']
type Kinds = {
  reviewOfAccounts: Review
  reviewOfUsers: Handlers<typeof memberRoutes>['reviewUserApplication']
  screensFor: (caller: Caller, host: string) => Promise<readonly Screen[]>
}

/**
 * The single call that decides applications of both types (specification, section 7): the id
 * determines which. Each type requires its own screen and right; callers with neither are refused.
 */
export const sharedReview =
  ({ reviewOfAccounts, reviewOfUsers, screensFor }: Kinds): Review =>
  async (input, context) => {
    const screens = await screensFor(context.caller, context.host)
    const may = (policy: Parameters<typeof mayCall>[0]) =>
      mayCall(policy, context.caller, screens) === 'yes'
    const mayUsers = may(memberRoutes.reviewUserApplication.policy)
    if (!may(accountReview))
      return mayUsers ? reviewOfUsers({ ...input }, context) : fail('forbidden')
    try {
      return await reviewOfAccounts(input, context)
    } catch (error) {
      if (!mayUsers || !(error instanceof ServiceError) || error.code !== 'not_found') throw error
      return reviewOfUsers({ ...input }, context)
    }
  }
