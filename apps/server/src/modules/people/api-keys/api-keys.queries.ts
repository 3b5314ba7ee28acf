import { sql, type Insertable, type RawBuilder } from 'kysely'
import { apiKeyList, endedKeyDays, keyStates, type ApiKey } from '@swath/contract/people/api-keys'
import type { Scope } from '@swath/domain/access/caller'
import { inScope } from '../../../platform/access/scope.queries.ts'
import { droneScope } from '../../../platform/access/scoped-tables.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { contains } from '../../../platform/listing/conditions.queries.ts'
import { defineList } from '../../../platform/listing/list.queries.ts'

export type KeysOf = { accountId: string; now: Date }

const stateAt = (now: Date): RawBuilder<ApiKey['state']> => sql<ApiKey['state']>`case
  when api_key.revoked_at is not null then 'revoked'
  when api_key.expires_at <= ${now}::timestamptz then 'expired'
  when not app_user.enabled then 'paused'
  else 'working' end`

const endedAt = sql`coalesce(api_key.revoked_at, api_key.expires_at)`
const dayMs = 86_400_000
const shownFrom = (now: Date): Date => new Date(now.getTime() - endedKeyDays * dayMs)

const keysFor = (db: Db | Tx, { accountId, now }: KeysOf) =>
  db
    .selectFrom('api_key')
    .innerJoin('app_user', 'app_user.id', 'api_key.user_id')
    .where('api_key.account_id', '=', accountId)
    .where(sql<boolean>`${endedAt} > ${shownFrom(now)}`)

const presented = (rows: ReturnType<typeof keysFor>, { now }: KeysOf) =>
  rows.selectAll('api_key').select(['app_user.name as user_name', stateAt(now).as('state')])
export type KeyListRow = Awaited<
  ReturnType<ReturnType<typeof presented>['executeTakeFirstOrThrow']>
>

export const keyRows = defineList(apiKeyList, {
  from: keysFor,
  select: presented,
  conditions: ({ now }) => ({
    keyName: contains('api_key.name'),
    createdBy: contains('app_user.name'),
    state: (state) => sql<boolean>`${stateAt(now)} = ${state}`,
    access: (access) => sql<boolean>`api_key.writes = ${access === 'write'}`,
  }),
  orders: {
    keyName: sql`api_key.name`,
    lastUsedAt: sql`api_key.last_used_at`,
    expiresAt: sql`api_key.expires_at`,
    createdAt: sql`api_key.created_at`,
  },
  countBy: { filter: 'state', states: keyStates, state: ({ now }) => stateAt(now) },
  ties: [{ by: sql`api_key.id` }],
})

export const findKey = (db: Db | Tx, whose: KeysOf, id: string) =>
  presented(keysFor(db, whose), whose).where('api_key.id', '=', id).executeTakeFirst()

export const lockKey = (trx: Tx, accountId: string, id: string) =>
  trx
    .selectFrom('api_key')
    .select(['id', 'name', 'start', 'user_id', 'revoked_at'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const countWorkingKeys = async (trx: Tx, { accountId, now }: KeysOf): Promise<number> => {
  const { count } = await trx
    .selectFrom('api_key')
    .select(sql<number>`count(*)::int8`.as('count'))
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return count
}

export const insertKey = async (trx: Tx, key: Insertable<Database['api_key']>): Promise<void> => {
  await trx.insertInto('api_key').values(key).execute()
}

export const revokeKey = async (trx: Tx, id: string, now: Date): Promise<void> => {
  await trx.updateTable('api_key').set({ revoked_at: now }).where('id', '=', id).execute()
}

/** Which of these drones exist for the scope. */
export const findDronesOf = async (
  db: Db | Tx,
  scope: Scope,
  ids: readonly string[],
): Promise<string[]> =>
  (
    await db
      .selectFrom('drone')
      .select('drone.id')
      .where('drone.id', 'in', [...ids])
      .where(inScope(scope, droneScope))
      .execute()
  ).map(({ id }) => id)
