// What accounts ask for and who decides it: registrations, and changes of what an account says of
// itself.
import { toAccountTypeCode } from '@swath/contract/account-type-codes'
import {
  AccountFacts,
  type accountRoutes,
  type AccountApplication,
  type AccountApplicationDetail,
  type AccountDetail,
  type AccountFields,
} from '@swath/contract/accounts'
import type { Caller } from '@swath/domain/access/caller'
import { matchLanguage, type Language } from '@swath/i18n/languages'
import { recordAudit } from '../../platform/audit/audit.ts'
import { changeBy } from '../../platform/audit/caller-change.ts'
import type { Themes } from '../../platform/auth/themes.ts'
import { tx, type Db, type Tx } from '../../platform/database/database.ts'
import { uuidv7 } from '../../platform/database/uuid.ts'
import type { Handlers, SignedInContext } from '../../platform/http/context.ts'
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
import { claimFiles, keepFiles, releaseFiles } from './account-files.ts'
import { exportApplications } from './account-export.ts'
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

export type ApplicationParts = {
  /** The own account's page, as it stands inside the transaction. */
  ownDetail: (from: Db | Tx, caller: Caller, language: Language) => Promise<AccountDetail>
  messages: Messages
  themes: Themes
}

type Served =
  | 'listAccountApplications'
  | 'exportAccountApplications'
  | 'getAccountApplication'
  | 'reviewAccountApplication'
  | 'getOwnApplication'
  | 'changeOwnAccount'

export const applicationHandlers = (
  { db, readDb, clock, events, log }: Services,
  { ownDetail, messages, themes }: ApplicationParts,
): Pick<Handlers<typeof accountRoutes>, Served> => {
  const object = (id: string, name: string) => ({ type: 'account', id, name })

  const apply = async (
    trx: Tx,
    account: AccountRecord,
    change: Partial<AccountFacts>,
  ): Promise<void> => {
    const stored = fieldsOf(account)
    const fields = { ...stored, ...change, contactName: change.contactName ?? stored.contactName }
    await checkRegion(trx, fields.regionCode)
    await keepFiles(trx, account.id, account, fields, new Date(clock.now()))
    await updateAccount(trx, account.id, {
      ...columnsOf(fields),
      ...(change.regionCode === undefined ? {} : { time_zone: timeZoneOf(fields.regionCode) }),
    })
  }

  const review = async (
    trx: Tx,
    viewer: Viewer,
    applyId: string,
    applyStatus: 2 | 3,
    reason: string | null,
    context: SignedInContext,
  ): Promise<string[]> => {
    const { caller } = context
    const application = (await lockApplication(trx, viewer, applyId)) ?? fail('not_found')
    if (application.status !== 1) fail('application_closed')
    await decideApplication(trx, application.id, {
      status: applyStatus,
      by: { id: caller.userId, name: caller.userName },
      at: new Date(clock.now()),
      reason,
    })
    const account = (await findOwnAccount(trx, application.account_id)) ?? fail('not_found')
    const change =
      application.type === 2 && applyStatus === 2
        ? changesOf(factsOf(application.proposed), factsOf(application.current))
        : {}
    if (application.type === 1) await updateAccount(trx, account.id, { check_status: applyStatus })
    else if (applyStatus === 2) await apply(trx, account, change)
    else
      await releaseFiles(
        trx,
        account.id,
        factsOf(application.proposed),
        fieldsOf(account),
        new Date(clock.now()),
      )
    const people = await peopleOf(trx, account)
    await recordAudit(
      trx,
      changeBy(
        context,
        clock.now(),
        `account-application.${applyStatus === 2 ? 'pass' : 'reject'}`,
        object(account.id, account.name),
        {
          applyId,
          applyType: application.type,
          ...(reason === null ? {} : { reason }),
          ...(applyStatus === 2 ? { change } : {}),
        },
      ),
    )
    return people
  }

  /** Answers whose access it changed: nobody's where it waits for review. */
  const change = async (
    trx: Tx,
    body: AccountFields,
    context: SignedInContext,
  ): Promise<string[]> => {
    const { caller } = context
    const nowMs = clock.now()
    const account = (await findOwnAccount(trx, caller.accountId, 'locked')) ?? fail('not_found')
    await checkRegion(trx, body.regionCode)
    const current = fieldsOf(account)
    const different = changesOf(body, current)
    if (account.check_status === 2 && Object.keys(different).length === 0) return []
    const audit = (action: string) =>
      recordAudit(
        trx,
        changeBy(context, nowMs, action, object(account.id, account.name), {
          before: current,
          after: body,
        }),
      )
    if (account.check_status === 2 && account.parent_id === null) {
      await apply(trx, account, different)
      await audit('account.update')
      return peopleOf(trx, account)
    }
    const modification = account.check_status === 2
    const asked = await insertApplication(trx, {
      id: uuidv7(nowMs),
      account_id: account.id,
      type: modification ? 2 : 1,
      proposed: JSON.stringify(body),
      current: modification ? JSON.stringify(current) : null,
      submitted_by: caller.userId,
      submitted_at: new Date(nowMs),
    })
    if (!asked) fail('application_open')
    if (modification) await claimFiles(trx, account.id, account, body)
    else await keepFiles(trx, account.id, account, body, new Date(nowMs))
    if (!modification)
      await updateAccount(trx, account.id, {
        ...columnsOf(body),
        time_zone: timeZoneOf(body.regionCode),
        check_status: 1,
      })
    await audit(modification ? 'account-application.submit' : 'account-application.resubmit')
    return modification ? [] : peopleOf(trx, account)
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
      const rows = async function* () {
        for await (const row of eachApplication(readDb, viewer, query))
          yield present(row, caller, language)
      }
      return exportApplications(rows(), query.format, context)
    },

    getAccountApplication: async ({ query }, { caller, language }) =>
      presentDetail(
        (await findApplication(db, await viewerOf(db, caller), query.applyId)) ?? fail('not_found'),
        caller,
        language,
      ),

    reviewAccountApplication: async ({ body }, context) => {
      const { caller, language } = context
      const { application, people } = await tx(db, async (trx) => {
        const viewer = await viewerOf(trx, caller)
        const people = await review(
          trx,
          viewer,
          body.applyId,
          body.applyStatus,
          body.applyStatus === 3 ? body.reason : null,
          context,
        )
        // A government that let an account leave its region sees it no more, and is told all the
        // same what it decided.
        return {
          people,
          application:
            (await findApplication(trx, { ...viewer, scope: { kind: 'all' } }, body.applyId)) ??
            fail('not_found'),
        }
      })
      events.emit('accessChanged', { userIds: people })
      events.emit('hostsChanged', {})
      await tellApplicant(body.applyId, context.host).catch((error: unknown) =>
        log.warn({ err: error }, 'An applicant could not be told of the decision'),
      )
      return present(application, caller, language)
    },

    getOwnApplication: async (_input, { caller, language }) => {
      const newest = await newestApplication(db, caller.accountId)
      return { application: newest ? presentDetail(newest, caller, language) : null }
    },

    changeOwnAccount: async ({ body }, context) => {
      const { caller, language } = context
      const { account, people } = await tx(db, async (trx) => {
        const people = await change(trx, body, context)
        return { people, account: await ownDetail(trx, caller, language) }
      })
      if (people.length > 0) {
        events.emit('accessChanged', { userIds: people })
        events.emit('hostsChanged', {})
      }
      return account
    },
  }
}
