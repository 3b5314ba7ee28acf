// An account above approves or rejects an application.
import { toApplicationType, reviewCodes, toReview } from '@swath/contract/people/review-codes'
import type { AccountFacts } from '@swath/contract/people/account-fields'
import { matchLanguage } from '@swath/i18n/languages'
import type { RowKind } from '../../../platform/change/change.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { fail } from '../../../platform/errors/fail.ts'
import {
  decideApplication,
  findApplicant,
  findApplication,
  lockApplication,
} from './account-applications.queries.ts'
import { releaseFiles } from './account-files.ts'
import { toFields } from './account-words.ts'
import {
  findOwnAccount,
  listPeople,
  writeAccount,
  readViewer,
  type AccountRecord,
  type Viewer,
} from './accounts.queries.ts'
import { applyChange, pickChanges } from './own-account-change.ts'
import { parseFacts, presentApplication } from './application-presenters.ts'
import type { Calls, Deps } from './application-deps.ts'

const changeAskedBy = ({ proposed, current }: LockedApplication): Partial<AccountFacts> =>
  pickChanges(parseFacts(proposed), parseFacts(current))

/** A pending application; the log entry is written for its account. */
const applicationKind: RowKind<{ application: LockedApplication; viewer: Viewer }, 'review'> = {
  type: 'account',
  lock: async (trx, { caller }, id) => {
    const viewer = await readViewer(trx, caller)
    const application = await lockApplication(trx, viewer, id)
    return application && { application, viewer }
  },
  refusal: (_context, { application }) =>
    toReview(application.status) === 'waiting' ? null : 'application_closed',
  identify: ({ application }) => ({ id: application.account_id, name: application.name }),
  tell: (events) => events.emit('hostsChanged', {}),
}

type LockedApplication = NonNullable<Awaited<ReturnType<typeof lockApplication>>>

/** Applies an approved application, or records a rejection. */
const carryOut = async (
  trx: Tx,
  application: LockedApplication,
  account: AccountRecord,
  decision: 'passed' | 'rejected',
  now: Date,
): Promise<void> => {
  if (toApplicationType(application.type) === 'registration')
    await writeAccount(trx, account.id, { check_status: reviewCodes[decision] })
  else if (decision === 'passed') await applyChange(trx, account, changeAskedBy(application), now)
  else await releaseFiles(trx, account.id, parseFacts(application.proposed), toFields(account), now)
}

const templates = {
  registration: { passed: 'registrationPassed', rejected: 'registrationRejected' },
  modification: { passed: 'changePassed', rejected: 'changeRejected' },
} as const

/**
 * Notifies the applicant by SMS and mail. If their account has no host, the message links to the
 * reviewer's.
 */
const tellApplicant = async (
  { messages, themes, db }: Pick<Deps, 'messages' | 'themes' | 'db'>,
  applyId: string,
  reviewedOn: string,
): Promise<void> => {
  const applicant = await findApplicant(db, applyId)
  if (!applicant) return
  const host = applicant.host ?? reviewedOn
  const theme = await themes.of(host)
  const template =
    templates[toApplicationType(applicant.type)][
      toReview(applicant.status) === 'passed' ? 'passed' : 'rejected'
    ]
  const values = {
    product: theme.productName,
    account: applicant.accountName,
    host,
    reason: applicant.reason ?? '',
  }
  const own = applicant.settings['language']
  const language = matchLanguage(typeof own === 'string' ? own : undefined) ?? theme.languages[0]!
  for (const [channel, to] of [
    ['sms', applicant.phone],
    ['mail', applicant.email],
  ] as const) {
    if (to !== null && messages.accepts(channel))
      messages.send({ channel, to, template, values, language })
  }
}

export const reviewAccountApplication =
  ({ messages, themes, db, log, change }: Deps): Calls['reviewAccountApplication'] =>
  async ({ body: { applyId, applyStatus, ...body } }, context) => {
    const { caller, language } = context
    const decision = toReview(applyStatus)
    const passes = decision === 'passed'
    const reason = passes ? null : body.reason
    const action = `account-application.${passes ? 'pass' : 'reject'}`
    const asked = { id: applyId, to: 'review', action } as const
    const decided = await change(
      context,
      applicationKind,
      asked,
      async (trx, { application, viewer }, now) => {
        const account = (await findOwnAccount(trx, application.account_id)) ?? fail('not_found')
        const people = await listPeople(trx, account)
        return {
          details: {
            applyId,
            applyType: application.type,
            ...(reason === null ? {} : { reason }),
            ...(passes
              ? {
                  change:
                    toApplicationType(application.type) === 'modification'
                      ? changeAskedBy(application)
                      : {},
                }
              : {}),
          },
          write: async () => {
            await decideApplication(trx, application.id, {
              status: applyStatus,
              by: { id: caller.userId, name: caller.userName },
              at: now,
              reason,
            })
            await carryOut(trx, application, account, decision, now)
          },
          // If the approved change moves the account out of a government's region, the government
          // can no longer see it, but still gets the decided application as the response.
          answer: async () =>
            presentApplication(
              (await findApplication(trx, { ...viewer, scope: { kind: 'all' } }, applyId)) ??
                fail('not_found'),
              caller,
              language,
            ),
          tell: (events) => events.emit('accessChanged', { userIds: people }),
        }
      },
    )
    await tellApplicant({ messages, themes, db }, applyId, context.host).catch((error: unknown) =>
      log.warn({ err: error }, 'Could not notify an applicant of the decision'),
    )
    return decided
  }
