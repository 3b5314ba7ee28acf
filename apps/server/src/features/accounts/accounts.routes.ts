import { fromAccountTypeCode } from '@swath/contract/account-type-codes'
import type { accountRoutes, AccountDetail } from '@swath/contract/accounts'
import type { Caller } from '@swath/domain/access/caller'
import type { Language } from '@swath/i18n/languages'
import { recordAudit } from '../../platform/audit/audit.ts'
import { changeBy } from '../../platform/audit/caller-change.ts'
import { createSealer } from '../../platform/config/master-key.ts'
import { deleteSessionsBelow } from '../../platform/auth/sessions.queries.ts'
import type { Themes } from '../../platform/auth/themes.ts'
import { tx, type Db, type Tx } from '../../platform/database/database.ts'
import type { Handlers, SignedInContext } from '../../platform/http/context.ts'
import { fail } from '../../platform/http/fail.ts'
import { wordsIn, type WordKey } from '../../platform/http/messages.ts'
import type { Messages } from '../../platform/messages/messages.ts'
import { timeZoneOf } from '../../platform/regions/time-zone.ts'
import type { Services } from '../../platform/services.ts'
import { openModification } from './account-applications.queries.ts'
import { applicationHandlers } from './account-applications.ts'
import { exportAccounts } from './account-export.ts'
import { columnsOf, detailsOf, fieldsOf, manages, presentAccount } from './account-words.ts'
import {
  deleteAccount,
  eachAccount,
  figuresOf,
  findAccount,
  findOwnAccount,
  holdingsOf,
  lockAccount,
  narrowBelow,
  pageOfAccounts,
  peopleOf,
  updateAccount,
  viewerOf,
  type AccountRecord,
  type Holdings,
  type Viewer,
} from './accounts.queries.ts'
import { keepFiles } from './account-files.ts'
import {
  checkGrants,
  checkRegion,
  hashOfFirst,
  makeAccount,
  mayCreate,
  mayCreateSubCompany,
  mayCreateSubPlatform,
  screensWithin,
  type AccountToMake,
} from './new-account.ts'
import { secretKeyHandlers } from './secret-keys.ts'

const object = (id: string, name: string) => ({ type: 'account', id, name })
const operatorTypes = { 1: 'team', 2: 'personal' } as const

/** What a refused deletion says of what is left, in this order. */
const holdingWords = {
  madeDrones: 'server:value.holdsMadeDrones',
  ownedDrones: 'server:value.holdsOwnedDrones',
  rentedDrones: 'server:value.holdsRentedDrones',
  plots: 'server:value.holdsPlots',
  subAccounts: 'server:value.holdsSubAccounts',
  otherMembers: 'server:value.holdsOtherMembers',
  sorties: 'server:value.holdsSorties',
  zones: 'server:value.holdsZones',
  models: 'server:value.holdsModels',
  openApplications: 'server:value.holdsOpenApplications',
} as const satisfies Record<keyof Holdings, WordKey>

export const accountHandlers = (
  services: Services,
  { themes, messages }: { themes: Themes; messages: Messages },
): Handlers<typeof accountRoutes> => {
  const { db, readDb, clock, events } = services
  const detail = async (
    from: Db | Tx,
    row: AccountRecord,
    caller: Caller,
    viewer: Viewer,
    language: Language,
  ): Promise<AccountDetail> => {
    const figures = await figuresOf(from, row)
    return {
      ...presentAccount(row, caller, viewer, language),
      ...detailsOf(row),
      subAccountNum: figures.subAccounts,
      plotNum: figures.plots,
      openApplyId: await openModification(from, row.id),
    }
  }

  const ownDetail = async (
    from: Db | Tx,
    caller: Caller,
    language: Language,
  ): Promise<AccountDetail> =>
    detail(
      from,
      (await findOwnAccount(from, caller.accountId)) ?? fail('not_found'),
      caller,
      await viewerOf(from, caller),
      language,
    )

  const create = async (
    context: SignedInContext,
    action: string,
    given: Omit<AccountToMake, 'parent'>,
    details: Readonly<Record<string, unknown>>,
  ): Promise<AccountDetail> => {
    const { caller, language } = context
    const [passwordHash, theme] = await Promise.all([
      hashOfFirst(given.person),
      themes.of(context.host),
    ])
    const account = await tx(db, async (trx) => {
      const parent = (await findOwnAccount(trx, caller.accountId)) ?? fail('not_found')
      const id = await makeAccount(
        trx,
        { ...given, parent },
        { passwordHash, theme, nowMs: clock.now(), by: caller.userId },
      )
      const viewer = await viewerOf(trx, caller)
      const made = await detail(
        trx,
        (await findAccount(trx, viewer, id)) ?? fail('not_found'),
        caller,
        viewer,
        language,
      )
      await recordAudit(
        trx,
        changeBy(context, clock.now(), action, object(id, given.fields.accountName), details),
      )
      return made
    })
    events.emit('hostsChanged', {})
    return account
  }

  return {
    listAccounts: async ({ query }, { caller, language }) => {
      const viewer = await viewerOf(readDb, caller)
      const { rows, total, governments, manufacturers, operators } = await pageOfAccounts(
        readDb,
        viewer,
        query,
        query,
      )
      return {
        items: rows.map((row) => presentAccount(row, caller, viewer, language)),
        total,
        currentPage: query.currentPage,
        pageSize: query.pageSize,
        stats: { zfNum: governments, zzqyNum: manufacturers, yyqyNum: operators },
        can: {
          create: mayCreate(caller),
          createSubCompany: mayCreateSubCompany(caller),
          createSubPlatform: mayCreateSubPlatform(caller),
        },
      }
    },

    exportAccounts: async ({ query }, context) => {
      const { caller, language } = context
      const viewer = await viewerOf(readDb, caller)
      const rows = async function* () {
        for await (const row of eachAccount(readDb, viewer, query))
          yield presentAccount(row, caller, viewer, language)
      }
      return exportAccounts(rows(), query.format, context)
    },

    getAccount: async ({ query }, { caller, language }) => {
      const viewer = await viewerOf(db, caller)
      return detail(
        db,
        (await findAccount(db, viewer, query.accountId)) ?? fail('not_found'),
        caller,
        viewer,
        language,
      )
    },

    getOwnAccount: async (_input, { caller, language }) => ownDetail(db, caller, language),

    createAccount: async ({ body }, context) => {
      const { caller } = context
      const type = fromAccountTypeCode(body.accountType)!
      // A platform below is made with its tag and host by createSubPlatform.
      if (!mayCreate(caller) || type === 'platform') fail('forbidden')
      checkGrants(caller, body)
      const { password: _password, ...details } = body
      return create(
        context,
        'account.create',
        {
          type,
          operatorType: type === 'operator' ? operatorTypes[body.operatorType ?? '1'] : null,
          fields: body,
          grants: body,
          person: body,
        },
        details,
      )
    },

    createSubCompany: async ({ body }, context) => {
      const { caller } = context
      if (!mayCreateSubCompany(caller)) fail('forbidden')
      checkGrants(caller, body)
      const { password: _password, ...details } = body
      return create(
        context,
        'account.create-sub-company',
        {
          type: caller.accountType,
          operatorType:
            caller.accountType === 'operator' ? operatorTypes[body.operatorType ?? '1'] : null,
          fields: body,
          grants: body,
          person: body,
        },
        details,
      )
    },

    createSubPlatform: async ({ body }, context) => {
      const { caller } = context
      if (!mayCreateSubPlatform(caller)) fail('forbidden')
      if (body.customDomain !== null && themes.claims(body.customDomain)) fail('domain_taken')
      const screens = screensWithin(caller, body.screens)
      const { password: _password, ...details } = body
      return create(
        context,
        'account.create-sub-platform',
        {
          type: 'platform',
          operatorType: null,
          fields: body,
          grants: { vipLevel: 0, canCreateSub: false, leaseAccount: false },
          platform: { tag: body.tag, screens, customDomain: body.customDomain },
          person: body,
        },
        details,
      )
    },

    updateAccount: async ({ params, body }, context) => {
      const { caller, language } = context
      const { account, people } = await tx(db, async (trx) => {
        const viewer = await viewerOf(trx, caller)
        const before = (await lockAccount(trx, viewer, params.accountId)) ?? fail('not_found')
        if (!manages(caller, viewer, before.path)) fail('forbidden')
        checkGrants(caller, body, {
          vipLevel: before.vip_level,
          canCreateSub: before.can_create_sub,
          leaseAccount: before.lease_account,
        })
        await checkRegion(trx, body.regionCode)
        const record = (await findAccount(trx, viewer, before.id)) ?? fail('not_found')
        const screens =
          body.screens === undefined || before.type !== 'platform'
            ? before.screens
            : screensWithin(caller, body.screens)
        await updateAccount(trx, before.id, {
          ...columnsOf(body),
          vip_level: body.vipLevel,
          can_create_sub: body.canCreateSub,
          lease_account: body.leaseAccount,
          screens: screens && [...screens],
          operator_type:
            before.type === 'operator' && body.operatorType
              ? operatorTypes[body.operatorType]
              : before.operator_type,
          ...(body.regionCode === before.region_code
            ? {}
            : { time_zone: timeZoneOf(body.regionCode) }),
        })
        if (screens) await narrowBelow(trx, before.path, screens)
        const after = await detail(
          trx,
          (await findAccount(trx, viewer, before.id)) ?? fail('not_found'),
          caller,
          viewer,
          language,
        )
        await keepFiles(trx, before.id, record, body, new Date(clock.now()))
        const people = await peopleOf(
          trx,
          before,
          before.type === 'platform' ? 'andBelow' : undefined,
        )
        await recordAudit(
          trx,
          changeBy(context, clock.now(), 'account.update', object(before.id, body.accountName), {
            before: { ...fieldsOf(record), ...detailsOf(record) },
            after: body,
          }),
        )
        return { account: after, people }
      })
      events.emit('accessChanged', { userIds: people })
      events.emit('hostsChanged', {})
      return account
    },

    enableAccount: async ({ body }, context) => {
      const { caller, language } = context
      const { account, ended } = await tx(db, async (trx) => {
        const viewer = await viewerOf(trx, caller)
        const before =
          (await lockAccount(trx, viewer, body.accountId)) ??
          fail(body.accountId === caller.accountId ? 'forbidden' : 'not_found')
        if (!manages(caller, viewer, before.path)) fail('forbidden')
        const wanted = body.opr === 'enable'
        if (before.enabled !== wanted) await updateAccount(trx, before.id, { enabled: wanted })
        const ended = before.enabled && !wanted ? await deleteSessionsBelow(trx, before.path) : []
        const after = presentAccount(
          (await findAccount(trx, viewer, before.id)) ?? fail('not_found'),
          caller,
          viewer,
          language,
        )
        if (before.enabled !== wanted)
          await recordAudit(
            trx,
            changeBy(context, clock.now(), `account.${body.opr}`, object(before.id, before.name)),
          )
        return { account: after, ended }
      })
      if (ended.length > 0) events.emit('accessChanged', { userIds: ended })
      events.emit('hostsChanged', {})
      return account
    },

    deleteAccount: async ({ params }, context) => {
      const { caller, language } = context
      const ended = await tx(db, async (trx) => {
        const viewer = await viewerOf(trx, caller)
        const account =
          (await lockAccount(trx, viewer, params.accountId)) ??
          fail(params.accountId === caller.accountId ? 'forbidden' : 'not_found')
        if (!manages(caller, viewer, account.path)) fail('forbidden')
        const word = wordsIn(language)
        const holdings = await holdingsOf(trx, account)
        const left = (Object.keys(holdingWords) as (keyof Holdings)[]).filter(
          (kind) => holdings[kind] > 0,
        )
        if (left.length > 0)
          fail(
            'in_use',
            {},
            left.map((kind) => ({
              path: kind,
              message: word(holdingWords[kind], { count: holdings[kind] }),
            })),
          )
        const record = (await findAccount(trx, viewer, account.id)) ?? fail('not_found')
        const people = await deleteAccount(trx, account.id).catch((error: { code?: string }) => {
          // Something of another part of the product names it, or came this moment.
          if (error.code === '23503') return fail('in_use')
          throw error
        })
        await recordAudit(
          trx,
          changeBy(context, clock.now(), 'account.delete', object(account.id, account.name), {
            ...fieldsOf(record),
            ...detailsOf(record),
          }),
        )
        return people
      })
      events.emit('accessChanged', { userIds: ended })
      events.emit('hostsChanged', {})
    },

    ...applicationHandlers(services, { ownDetail, messages, themes }),
    ...secretKeyHandlers(services, createSealer(services.config)),
  }
}
