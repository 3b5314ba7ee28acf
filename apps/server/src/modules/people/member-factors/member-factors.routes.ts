import type { memberFactorRoutes } from '@swath/contract/people/member-factors'
import { findPersonById } from '../../../platform/auth/people.queries.ts'
import { createChanges } from '../../../platform/change/change.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import type { Services } from '../../../platform/services.ts'
import { managesStaff } from '../members/member-words.ts'
import { factorResetHandlers, type ResetParts } from './factor-resets.ts'
import { readFactorRoles, writeFactorRoles } from './member-factors.queries.ts'

type Calls = Handlers<typeof memberFactorRoutes>

const setFactorRule =
  (services: Services): Calls['setFactorRule'] =>
  async ({ body }, context) => {
    const { caller } = context
    const { record } = createChanges(services)
    const userTypes = [...new Set(body.userTypes)].toSorted((a, b) => a - b)
    return record(context, async (trx) => {
      // Who requires a second factor must not lock themselves out.
      const person = await findPersonById(trx, caller.userId)
      if (!person?.hasFactor) fail('second_factor_missing')
      let concerned: string[] = []
      return {
        action: 'second-factor.rule',
        object: { type: 'account', id: caller.accountId, name: caller.accountName },
        before: { userTypes: await readFactorRoles(trx, caller.accountId) },
        after: { userTypes },
        write: async () => {
          concerned = await writeFactorRoles(trx, caller.accountId, userTypes)
        },
        answer: () => Promise.resolve({ userTypes, can: { change: true } }),
        tell: (events) => events.emit('accessChanged', { userIds: concerned }),
      }
    })
  }

export const memberFactorHandlers = (services: Services, parts: ResetParts): Calls => ({
  getFactorRule: async (_input, { caller }) => ({
    userTypes: await readFactorRoles(services.db, caller.accountId),
    can: { change: managesStaff(caller) },
  }),
  setFactorRule: setFactorRule(services),
  ...factorResetHandlers(services, parts),
})
