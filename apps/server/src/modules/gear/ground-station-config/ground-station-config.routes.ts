// Settings of ground apps: every version is stored, the last one applies, and fields that an
// account leaves empty are inherited from the nearest account above it.
import {
  groundAccountsAtMost,
  type GroundConfig,
  type GroundSettings,
  type groundStationRoutes,
} from '@swath/contract/gear/ground-station-config'
import type { Caller } from '@swath/domain/access/caller'
import { createDeviceCaller } from '../../../gateway/mqtt/public.ts'
import { createChanges, type RowKind } from '../../../platform/change/change.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Services } from '../../../platform/services.ts'
import {
  findAccount,
  findFlyingAccount,
  insertConfig,
  listAccountsBelow,
  listConfigs,
  listConfigsUpwards,
  lockAccount,
  type ConfigRow,
  type Inherited,
} from './ground-station-config.queries.ts'

const historyAtMost = 50

const toSettings = (
  row: Pick<ConfigRow, 'theme' | 'launch_page_url' | 'home_page_url' | 'server_address'>,
): GroundSettings => ({
  theme: row.theme,
  launchPageUrl: row.launch_page_url,
  homePageUrl: row.home_page_url,
  servAddr: row.server_address,
})
const nothingSet: GroundSettings = {
  theme: 'system',
  launchPageUrl: null,
  homePageUrl: null,
  servAddr: null,
}

/** Takes each field from the nearest account that sets it. */
const applyUpwards = (rows: readonly Inherited[]): GroundSettings => ({
  theme: rows.find(({ theme }) => theme !== null)?.theme ?? nothingSet.theme,
  launchPageUrl: rows.find((row) => row.launch_page_url !== null)?.launch_page_url ?? null,
  homePageUrl: rows.find((row) => row.home_page_url !== null)?.home_page_url ?? null,
  servAddr: rows.find((row) => row.server_address !== null)?.server_address ?? null,
})

const mayUpdate = ({ rights }: Caller): boolean => rights.includes('equipment.manage')

const read = async (
  from: Db | Tx,
  caller: Caller,
  account: { id: string; name: string },
): Promise<GroundConfig> => {
  const rows = await listConfigs(from, account.id, historyAtMost)
  const [, ...above] = await listConfigsUpwards(from, account.id)
  const nearest = above.find(({ theme }) => theme !== null)
  const [now] = rows
  return {
    accountId: account.id,
    accountName: account.name,
    isOwn: account.id === caller.accountId,
    version: now?.number ?? 0,
    ...(now ? toSettings(now) : nothingSet),
    inherited: nearest ? { accountName: nearest.account_name, ...applyUpwards(above) } : null,
    history: rows.map((row) => ({
      version: row.number,
      ...toSettings(row),
      savedAt: row.saved_at.toISOString(),
      userName: row.user_name,
    })),
    can: { update: mayUpdate(caller) },
  }
}

type Held = NonNullable<Awaited<ReturnType<typeof lockAccount>>> & { number: number }

/** Version 0: nothing has been saved. */
const kind: RowKind<Held, 'change'> = {
  type: 'ground-config',
  lock: async (trx, { caller }, id) => {
    const account = await lockAccount(trx, caller.scope, id)
    const [last] = account ? await listConfigs(trx, id, 1) : []
    return account && { ...account, number: last?.number ?? 0 }
  },
  refusal: ({ caller }) => (mayUpdate(caller) ? null : 'forbidden'),
  identify: (row) => row,
  readVersion: ({ number }) => number,
}

export const groundStationHandlers = (services: Services): Handlers<typeof groundStationRoutes> => {
  const { db, readDb } = services
  const { change } = createChanges(services)
  const askingDrone = createDeviceCaller(services)
  return {
    listGroundAccounts: async ({ query }, { caller }) => {
      const rows = await listAccountsBelow(readDb, caller.scope, {
        ownId: caller.accountId,
        search: query.search ?? '',
        atMost: groundAccountsAtMost,
      })
      return {
        items: rows.map(({ id, name, is_set }) => ({
          accountId: id,
          accountName: name,
          isSet: is_set,
        })),
        total: rows[0]?.total ?? 0,
      }
    },

    getGroundConfig: async ({ query }, { caller }) => {
      const id = query.accountId ?? caller.accountId
      const account = (await findAccount(readDb, caller.scope, id)) ?? fail('not_found')
      return read(readDb, caller, account)
    },

    saveGroundConfig: ({ body: { accountId, version, ...settings } }, context) => {
      const { caller } = context
      const id = accountId ?? caller.accountId
      const asked = { id, version, to: 'change', action: 'ground-config.save' } as const
      return change(context, kind, asked, async (trx, row, now) => {
        const [last] = await listConfigs(trx, id, 1)
        return {
          ...(last ? { before: toSettings(last) } : {}),
          after: settings,
          write: () =>
            insertConfig(trx, {
              ...settings,
              accountId: id,
              number: row.number + 1,
              now,
              user: { id: caller.userId, name: caller.userName },
            }),
          answer: () => read(trx, caller, row),
        }
      })
    },

    readGroundConfig: async (_input, context) => {
      const droneId = await askingDrone(context)
      const flying = (await findFlyingAccount(db, droneId)) ?? fail('device_refused')
      const rows = await listConfigsUpwards(db, flying.account_id)
      const times = rows.flatMap(({ saved_at }) => saved_at?.getTime() ?? [])
      return {
        ...applyUpwards(rows),
        accountName: rows[0]?.account_name ?? '',
        updatedAt: times.length > 0 ? new Date(Math.max(...times)).toISOString() : null,
      }
    },
  }
}
