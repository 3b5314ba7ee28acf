// An account changes its own data, at once or after approval.
import { applicationCodes, reviewCodes, toReview } from '@swath/contract/people/review-codes'
import { AccountFacts } from '@swath/contract/people/account-fields'
import type { RowKind } from '../../../platform/change/change.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { findTimeZone } from '../../../platform/regions/time-zone.ts'
import { insertApplication } from './account-applications.queries.ts'
import { readOwnDetail } from './account-detail.ts'
import { claimFiles, keepFiles } from './account-files.ts'
import { toColumns, toFields } from './account-words.ts'
import { findOwnAccount, listPeople, writeAccount, type AccountRecord } from './accounts.queries.ts'
import { checkRegion } from './new-account.ts'
import { withChanges } from './placed-fields.ts'
import type { Calls, Deps } from './application-deps.ts'

const keys = Object.keys(AccountFacts.shape) as (keyof AccountFacts)[]

/**
 * Only fields that the applicant changed, so that concurrent changes by accounts above are kept.
 */
export const pickChanges = (proposed: AccountFacts, current: AccountFacts): Partial<AccountFacts> =>
  Object.fromEntries(
    keys.filter((key) => proposed[key] !== current[key]).map((key) => [key, proposed[key]]),
  )

const ownAccountKind: RowKind<AccountRecord, 'change'> = {
  type: 'account',
  lock: (trx, { caller }) => findOwnAccount(trx, caller.accountId, 'locked'),
  refusal: () => null,
  identify: (account) => account,
  readVersion: (account) => account.version,
}

/** Actions in the log, depending on how the account changes itself. */
const actionOfWay = {
  apply: 'account.update',
  submit: 'account-application.submit',
  resubmit: 'account-application.resubmit',
} as const

export const applyChange = async (
  trx: Tx,
  account: AccountRecord,
  change: Partial<AccountFacts>,
  now: Date,
): Promise<void> => {
  const stored = toFields(account)
  const fields = { ...stored, ...change, contactName: change.contactName ?? stored.contactName }
  await checkRegion(trx, fields.regionCode)
  await keepFiles(trx, account.id, account, fields, now)
  await writeAccount(trx, account.id, {
    ...toColumns(fields),
    ...(change.regionCode === undefined ? {} : { time_zone: findTimeZone(fields.regionCode) }),
  })
}

export const changeOwnAccount =
  ({ clock, change, themes }: Deps): Calls['changeOwnAccount'] =>
  async ({ body: { version, ...given } }, context) => {
    const { caller, language } = context
    const theme = await themes.of(context.host)
    const nowMs = clock.now()
    const asked = { id: caller.accountId, version, to: 'change', action: 'account.update' } as const
    return change(context, ownAccountKind, asked, async (trx, account, now) => {
      const current = toFields(account)
      const body = withChanges(current, given, theme)
      await checkRegion(trx, body.regionCode)
      const isPassed = toReview(account.check_status) === 'passed'
      const way = !isPassed ? 'resubmit' : account.parent_id === null ? 'apply' : 'submit'
      const people = await listPeople(trx, account)
      return {
        action: actionOfWay[way],
        // A rejected registration can be resubmitted unchanged.
        ...(isPassed
          ? { before: current, after: body }
          : { details: { before: current, after: body } }),
        write: async () => {
          if (way === 'apply') return applyChange(trx, account, pickChanges(body, current), now)
          const asked = await insertApplication(trx, {
            id: uuidv7(nowMs),
            account_id: account.id,
            type: isPassed ? applicationCodes.modification : applicationCodes.registration,
            proposed: JSON.stringify(body),
            current: isPassed ? JSON.stringify(current) : null,
            submitted_by: caller.userId,
            submitted_at: now,
          })
          if (!asked) fail('application_open')
          if (isPassed) return claimFiles(trx, account.id, account, body)
          await keepFiles(trx, account.id, account, body, now)
          await writeAccount(trx, account.id, {
            ...toColumns(body),
            time_zone: findTimeZone(body.regionCode),
            check_status: reviewCodes.waiting,
          })
        },
        answer: async () => readOwnDetail(trx, caller, language),
        tell: (events) => {
          if (way === 'submit') return
          events.emit('accessChanged', { userIds: people })
          events.emit('hostsChanged', {})
        },
      }
    })
  }
