// Accounts above an account change, enable and delete it.
import type { accountRoutes } from '@swath/contract/people/accounts'
import type { Themes } from '../../../platform/auth/themes.ts'
import { deleteSessionsBelow } from '../../../platform/auth/sessions.queries.ts'
import { createChanges, type Changes, nothing } from '../../../platform/change/change.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { Handlers, SignedInContext } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { wordsIn, type WordKey } from '../../../platform/http/messages.ts'
import { findTimeZone } from '../../../platform/regions/time-zone.ts'
import type { Services } from '../../../platform/services.ts'
import { readDetail } from './account-detail.ts'
import { keepFiles } from './account-files.ts'
import { toColumns, toDetails, toFields, presentAccount } from './account-words.ts'
import { removeAccount, countHoldings, type Holdings } from './account-removal.queries.ts'
import { narrowBelow, listPeople, writeAccount } from './accounts.queries.ts'
import { checkGrants, checkRegion, screensWithin } from './new-account.ts'
import { withChanges } from './placed-fields.ts'
import { type LockedAccount, accountKind, operatorTypes, readAccount } from './account-kind.ts'

/** What the account still has, listed in this order when deletion is refused. */
const holdingLabels = {
  madeDrones: 'server:value.holdsMadeDrones',
  ownedDrones: 'server:value.holdsOwnedDrones',
  rentedDrones: 'server:value.holdsRentedDrones',
  plots: 'server:value.holdsPlots',
  subAccounts: 'server:value.holdsSubAccounts',
  otherMembers: 'server:value.holdsOtherMembers',
  sorties: 'server:value.holdsSorties',
  zones: 'server:value.holdsZones',
  models: 'server:value.holdsModels',
  bulletins: 'server:value.holdsBulletins',
  openApplications: 'server:value.holdsOpenApplications',
} as const satisfies Record<keyof Holdings, WordKey>

const refuseHoldings = async (
  trx: Tx,
  account: LockedAccount,
  { language }: SignedInContext,
): Promise<void> => {
  const word = wordsIn(language)
  const holdings = await countHoldings(trx, account)
  const left = (Object.keys(holdingLabels) as (keyof Holdings)[]).filter(
    (kind) => holdings[kind] > 0,
  )
  if (left.length === 0) return
  const details = left.map((kind) => ({
    path: kind,
    message: word(holdingLabels[kind], { count: holdings[kind] }),
  }))
  fail('in_use', {}, details)
}

type Deps = Changes & { themes: Themes }
type Calls = Handlers<typeof accountRoutes>

const updateAccount =
  ({ change, themes }: Deps): Calls['updateAccount'] =>
  async ({ params, body: { version, ...given } }, context) => {
    const theme = await themes.of(context.host)
    const asked = { id: params.accountId, version, to: 'manage', action: 'account.update' } as const
    return change(context, accountKind, asked, async (trx, { account, viewer }, now) => {
      const { caller, language } = context
      const had = {
        vipLevel: account.vip_level,
        canCreateSub: account.can_create_sub,
        leaseAccount: account.lease_account,
      }
      const grants = {
        vipLevel: given.vipLevel ?? had.vipLevel,
        canCreateSub: given.canCreateSub ?? had.canCreateSub,
        leaseAccount: given.leaseAccount ?? had.leaseAccount,
      }
      checkGrants(caller, grants, had)
      const record = await readAccount(trx, viewer, account.id)
      const body = withChanges(toFields(record), given, theme)
      await checkRegion(trx, body.regionCode)
      const screens =
        given.screens === undefined || account.type !== 'platform'
          ? account.screens
          : screensWithin(caller, given.screens)
      const operatorType =
        account.type === 'operator' && given.operatorType
          ? operatorTypes[given.operatorType]
          : account.operator_type
      const people = await listPeople(
        trx,
        account,
        account.type === 'platform' ? 'andBelow' : undefined,
      )
      return {
        name: body.accountName,
        before: { ...toFields(record), ...toDetails(record), operatorType: account.operator_type },
        after: { ...body, ...grants, screens, operatorType },
        write: async () => {
          await writeAccount(trx, account.id, {
            ...toColumns(body),
            vip_level: grants.vipLevel,
            can_create_sub: grants.canCreateSub,
            lease_account: grants.leaseAccount,
            screens: screens && [...screens],
            operator_type: operatorType,
            ...(body.regionCode === account.region_code
              ? {}
              : { time_zone: findTimeZone(body.regionCode) }),
          })
          if (screens) await narrowBelow(trx, account.path, screens)
          await keepFiles(trx, account.id, record, body, now)
        },
        answer: async () =>
          readDetail(trx, await readAccount(trx, viewer, account.id), { caller, viewer, language }),
        tell: (events) => events.emit('accessChanged', { userIds: people }),
      }
    })
  }

const enableAccount =
  ({ change }: Deps): Calls['enableAccount'] =>
  async ({ body: { accountId, opr } }, context) => {
    if (accountId === context.caller.accountId) fail('forbidden')
    const asked = { id: accountId, to: 'manage', action: `account.${opr}` } as const
    return change(context, accountKind, asked, async (trx, { account, viewer }) => {
      const { caller, language } = context
      const enabled = opr === 'enable'
      let ended: string[] = []
      return {
        changes: account.enabled !== enabled,
        write: async () => {
          await writeAccount(trx, account.id, { enabled })
          if (!enabled) ended = await deleteSessionsBelow(trx, account.path)
        },
        answer: async () =>
          presentAccount(await readAccount(trx, viewer, account.id), caller, viewer, language),
        tell: (events) => {
          if (ended.length > 0) events.emit('accessChanged', { userIds: ended })
        },
      }
    })
  }

const deleteAccount =
  ({ change }: Deps): Calls['deleteAccount'] =>
  async ({ params }, context) => {
    if (params.accountId === context.caller.accountId) fail('forbidden')
    const asked = { id: params.accountId, to: 'manage', action: 'account.delete' } as const
    return change(context, accountKind, asked, async (trx, { account, viewer }) => {
      await refuseHoldings(trx, account, context)
      const record = await readAccount(trx, viewer, account.id)
      const people = await removeAccount(trx, account.id, context.caller.accountId).catch(
        (error: { code?: string }) => {
          // Another table still references it, perhaps since this moment.
          if (error.code === '23503') return fail('in_use')
          throw error
        },
      )
      return {
        details: { ...toFields(record), ...toDetails(record) },
        answer: nothing,
        tell: (events) => events.emit('accessChanged', { userIds: people }),
      }
    })
  }

export const accountChangeHandlers = (services: Services, themes: Themes) => {
  const deps: Deps = { ...createChanges(services), themes }
  return {
    updateAccount: updateAccount(deps),
    enableAccount: enableAccount(deps),
    deleteAccount: deleteAccount(deps),
  }
}
