// What accounts ask for and who decides it: registrations, and changes of what an account says of
// itself.
import { toAccountTypeCode } from '@swath/contract/account-type-codes'
import {
  accountApplicationList,
  AccountFacts,
  type accountRoutes,
  type AccountApplication,
  type AccountApplicationDetail,
} from '@swath/contract/accounts'
import type { Caller } from '@swath/domain/access/caller'
import { matchLanguage, type Language } from '@swath/i18n/languages'
import type { Themes } from '../../platform/auth/themes.ts'
import { createChanges, type RowKind } from '../../platform/change/change.ts'
import type { Tx } from '../../platform/database/database.ts'
import { uuidv7 } from '../../platform/database/uuid.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { fail } from '../../platform/http/fail.ts'
import { regionPath } from '../../platform/regions/region-path.ts'
import { timeZoneOf } from '../../platform/regions/time-zone.ts'
import type { Messages } from '../../platform/messages/messages.ts'
import type { Services } from '../../platform/services.ts'
import { masked } from '../auth/public.ts'
import {
  decideApplication,
  eachApplication,
  findApplicant,
  findApplication,
  insertApplication,
  lockApplication,
  newestApplication,
  pageOfApplications,
  type ApplicationRecord,
} from './account-applications.queries.ts'
import { readOwnDetail } from './account-detail.ts'
import { claimFiles, keepFiles, releaseFiles } from './account-files.ts'
import { listFile } from '../../platform/listing/list-file.ts'
import { columnsOf, fieldsOf } from './account-words.ts'
import {
  findOwnAccount,
  peopleOf,
  updateAccount,
  viewerOf,
  type AccountRecord,
  type Viewer,
} from './accounts.queries.ts'
import { checkRegion } from './new-account.ts'

/** Whoever finds one in the list may decide it, with the right to: it lists nothing else. */
const mayReview = (
  row: Pick<ApplicationRecord, 'status' | 'account_id'>,
  caller: Caller,
): boolean =>
  row.status === 1 &&
  caller.rights.includes('account.manage') &&
  row.account_id !== caller.accountId

const present = (
  row: ApplicationRecord,
  caller: Caller,
  language: Language,
): AccountApplication => ({
  applyId: row.id,
  applyType: row.type,
  applyStatus: row.status,
  accountId: row.account_id,
  accountName: row.account_name,
  accountType: toAccountTypeCode(row.account_type) as AccountApplication['accountType'],
  region: regionPath(row.region_code, language),
  contactName: row.contact_name,
  applyTime: row.submitted_at.toISOString(),
  applicantName: row.applicant_name ?? '',
  reviewTime: row.reviewed_at?.toISOString() ?? null,
  reviewerName: row.reviewer_name,
  reason: row.reason,
  can: { review: mayReview(row, caller) },
})

const noFacts = {
  contactName: null,
  contactPhone: null,
  contactAddress: null,
  email: null,
  legal: null,
  creditCode: null,
  busiLicense: null,
  companyLogo: null,
} as const
const factsOf = (stored: unknown): AccountFacts =>
  AccountFacts.parse({ ...noFacts, ...(stored as object) })

const presentDetail = (
  row: ApplicationRecord,
  caller: Caller,
  language: Language,
): AccountApplicationDetail => {
  const [proposed, current] = [factsOf(row.proposed), row.current && factsOf(row.current)]
  return {
    ...present(row, caller, language),
    proposed,
    current,
    proposedRegion: regionPath(proposed.regionCode, language),
    currentRegion: current && regionPath(current.regionCode, language),
    customDomain: row.custom_domain,
    userPhone: row.super_admin && masked(row.super_admin),
  }
}

const keys = Object.keys(AccountFacts.shape) as (keyof AccountFacts)[]

/**
 * What the applicant changed, and only that: what someone above has changed meanwhile stays as it
 * is.
 */
const changesOf = (proposed: AccountFacts, current: AccountFacts): Partial<AccountFacts> =>
  Object.fromEntries(
    keys.filter((key) => proposed[key] !== current[key]).map((key) => [key, proposed[key]]),
  )

const changeAskedBy = ({ proposed, current }: LockedApplication): Partial<AccountFacts> =>
  changesOf(factsOf(proposed), factsOf(current))

/** One that waits; what the log tells of is its account. */
const applicationKind: RowKind<{ application: LockedApplication; viewer: Viewer }, 'review'> = {
  type: 'account',
  lock: async (trx, { caller }, id) => {
    const viewer = await viewerOf(trx, caller)
    const application = await lockApplication(trx, viewer, id)
    return application && { application, viewer }
  },
  refusal: (_context, { application }) => (application.status === 1 ? null : 'application_closed'),
  nameOf: ({ application }) => ({ id: application.account_id, name: application.name }),
  tell: (events) => events.emit('hostsChanged', {}),
}

const ownAccountKind: RowKind<AccountRecord, 'change'> = {
  type: 'account',
  lock: (trx, { caller }) => findOwnAccount(trx, caller.accountId, 'locked'),
  refusal: () => null,
  nameOf: (account) => account,
  versionOf: (account) => account.version,
}

export type ApplicationParts = { messages: Messages; themes: Themes }

type LockedApplication = NonNullable<Awaited<ReturnType<typeof lockApplication>>>

type Served =
  | 'listAccountApplications'
  | 'exportAccountApplications'
  | 'getAccountApplication'
  | 'reviewAccountApplication'
  | 'getOwnApplication'
  | 'changeOwnAccount'

/** What the log calls the ways in which an account changes itself. */
const actionOfWay = {
  apply: 'account.update',
  submit: 'account-application.submit',
  resubmit: 'account-application.resubmit',
} as const

export const applicationHandlers = (
  services: Services,
  { messages, themes }: ApplicationParts,
): Pick<Handlers<typeof accountRoutes>, Served> => {
  const { db, readDb, clock, log } = services
  const { change } = createChanges(services)

  const apply = async (
    trx: Tx,
    account: AccountRecord,
    change: Partial<AccountFacts>,
    now: Date,
  ): Promise<void> => {
    const stored = fieldsOf(account)
    const fields = { ...stored, ...change, contactName: change.contactName ?? stored.contactName }
    await checkRegion(trx, fields.regionCode)
    await keepFiles(trx, account.id, account, fields, now)
    await updateAccount(trx, account.id, {
      ...columnsOf(fields),
      ...(change.regionCode === undefined ? {} : { time_zone: timeZoneOf(fields.regionCode) }),
    })
  }

  /** What passing it changes, or what its rejection leaves. */
  const carryOut = async (
    trx: Tx,
    application: LockedApplication,
    account: AccountRecord,
    applyStatus: 2 | 3,
    now: Date,
  ): Promise<void> => {
    if (application.type === 1) await updateAccount(trx, account.id, { check_status: applyStatus })
    else if (applyStatus === 2) await apply(trx, account, changeAskedBy(application), now)
    else await releaseFiles(trx, account.id, factsOf(application.proposed), fieldsOf(account), now)
  }

  /**
   * By every way the applicant can be reached. Off their own host they sign in where the reviewer
   * does.
   */
  const tellApplicant = async (applyId: string, reviewedOn: string): Promise<void> => {
    const applicant = await findApplicant(db, applyId)
    if (!applicant) return
    const host = applicant.host ?? reviewedOn
    const theme = await themes.of(host)
    const template =
      applicant.type === 1
        ? applicant.status === 2
          ? 'registrationPassed'
          : 'registrationRejected'
        : applicant.status === 2
          ? 'changePassed'
          : 'changeRejected'
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

  return {
    listAccountApplications: async ({ query }, { caller, language }) => {
      const { rows, total, governments, manufacturers, operators } = await pageOfApplications(
        readDb,
        await viewerOf(readDb, caller),
        query,
        query,
      )
      return {
        items: rows.map((row) => present(row, caller, language)),
        total,
        currentPage: query.currentPage,
        pageSize: query.pageSize,
        stats: { zfNotCheckNum: governments, zzqyCheckNum: manufacturers, yyqyCheckNum: operators },
      }
    },

    exportAccountApplications: async ({ query }, context) => {
      const { caller, language } = context
      const viewer = await viewerOf(readDb, caller)
      return listFile(accountApplicationList, query, context, {
        rows: eachApplication(readDb, viewer, query),
        present: (row) => present(row, caller, language),
        cells: {},
      })
    },

    getAccountApplication: async ({ query }, { caller, language }) =>
      presentDetail(
        (await findApplication(db, await viewerOf(db, caller), query.applyId)) ?? fail('not_found'),
        caller,
        language,
      ),

    reviewAccountApplication: async ({ body: { applyId, applyStatus, ...body } }, context) => {
      const { caller, language } = context
      const reason = applyStatus === 3 ? body.reason : null
      const passes = applyStatus === 2
      const action = `account-application.${passes ? 'pass' : 'reject'}`
      const asked = { id: applyId, to: 'review', action } as const
      const decided = await change(
        context,
        applicationKind,
        asked,
        async (trx, { application, viewer }, now) => {
          const account = (await findOwnAccount(trx, application.account_id)) ?? fail('not_found')
          const people = await peopleOf(trx, account)
          return {
            details: {
              applyId,
              applyType: application.type,
              ...(reason === null ? {} : { reason }),
              ...(passes
                ? { change: application.type === 2 ? changeAskedBy(application) : {} }
                : {}),
            },
            write: async () => {
              await decideApplication(trx, application.id, {
                status: applyStatus,
                by: { id: caller.userId, name: caller.userName },
                at: now,
                reason,
              })
              await carryOut(trx, application, account, applyStatus, now)
            },
            // A government that let an account leave its region sees it no more, and is told all
            // the same what it decided.
            answer: async () =>
              present(
                (await findApplication(trx, { ...viewer, scope: { kind: 'all' } }, applyId)) ??
                  fail('not_found'),
                caller,
                language,
              ),
            tell: (events) => events.emit('accessChanged', { userIds: people }),
          }
        },
      )
      await tellApplicant(applyId, context.host).catch((error: unknown) =>
        log.warn({ err: error }, 'An applicant could not be told of the decision'),
      )
      return decided
    },

    getOwnApplication: async (_input, { caller, language }) => {
      const newest = await newestApplication(db, caller.accountId)
      return { application: newest ? presentDetail(newest, caller, language) : null }
    },

    changeOwnAccount: async ({ body: { version, ...body } }, context) => {
      const { caller, language } = context
      const nowMs = clock.now()
      const asked = {
        id: caller.accountId,
        version,
        to: 'change',
        action: 'account.update',
      } as const
      return change(context, ownAccountKind, asked, async (trx, account, now) => {
        await checkRegion(trx, body.regionCode)
        const current = fieldsOf(account)
        const isPassed = account.check_status === 2
        const way = !isPassed ? 'resubmit' : account.parent_id === null ? 'apply' : 'submit'
        const people = await peopleOf(trx, account)
        return {
          action: actionOfWay[way],
          // A rejected registration is handed in again as it is, too.
          ...(isPassed
            ? { before: current, after: body }
            : { details: { before: current, after: body } }),
          write: async () => {
            if (way === 'apply') return apply(trx, account, changesOf(body, current), now)
            const asked = await insertApplication(trx, {
              id: uuidv7(nowMs),
              account_id: account.id,
              type: isPassed ? 2 : 1,
              proposed: JSON.stringify(body),
              current: isPassed ? JSON.stringify(current) : null,
              submitted_by: caller.userId,
              submitted_at: now,
            })
            if (!asked) fail('application_open')
            if (isPassed) return claimFiles(trx, account.id, account, body)
            await keepFiles(trx, account.id, account, body, now)
            await updateAccount(trx, account.id, {
              ...columnsOf(body),
              time_zone: timeZoneOf(body.regionCode),
              check_status: 1,
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
    },
  }
}
