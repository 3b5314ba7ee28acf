import { sql, type SqlBool } from 'kysely'
import type { GroundSettings } from '@swath/contract/gear/ground-station-config'
import type { Scope } from '@swath/domain/access/caller'
import { inScope } from '../../../platform/access/scope.queries.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { containing } from '../../../platform/listing/search.ts'

/** Locks the account, if the caller can see it, until the transaction ends. */
export const lockAccount = (trx: Tx, scope: Scope, id: string) =>
  accounts(trx, scope, id).forNoKeyUpdate().executeTakeFirst()

export const findAccount = (db: Db | Tx, scope: Scope, id: string) =>
  accounts(db, scope, id).executeTakeFirst()

const accounts = (db: Db | Tx, scope: Scope, id: string) =>
  db
    .selectFrom('account')
    .where('id', '=', id)
    .where(inScope(scope, { owner: 'account.id' }))
    .select(['id', 'name', 'parent_id'])

/** Accounts below an account that the caller can see, by name. */
export const listAccountsBelow = (
  db: Db,
  scope: Scope,
  { ownId, search, atMost }: { ownId: string; search: string; atMost: number },
) =>
  db
    .selectFrom('account')
    .where('account.id', '!=', ownId)
    .where('account.type', 'in', ['platform', 'manufacturer', 'operator'])
    .where(inScope(scope, { owner: 'account.id' }))
    .$if(search !== '', (query) =>
      query.where(sql<SqlBool>`account.name ilike ${containing(search)}`),
    )
    .select((eb) => [
      'account.id',
      'account.name',
      eb
        .exists(
          eb
            .selectFrom('ground_station_config')
            .select('ground_station_config.number')
            .whereRef('ground_station_config.account_id', '=', 'account.id'),
        )
        .$castTo<boolean>()
        .as('is_set'),
      eb.fn.countAll<number>().over().as('total'),
    ])
    .orderBy('account.name')
    .orderBy('account.id')
    .limit(atMost)
    .execute()

export type ConfigRow = Awaited<ReturnType<typeof listConfigs>>[number]

/** Newest first. */
export const listConfigs = (db: Db | Tx, accountId: string, atMost: number) =>
  db
    .selectFrom('ground_station_config')
    .where('account_id', '=', accountId)
    .select([
      'number',
      'theme',
      'launch_page_url',
      'home_page_url',
      'server_address',
      'saved_at',
      'user_name',
    ])
    .orderBy('number', 'desc')
    .limit(atMost)
    .execute()

export const insertConfig = (
  trx: Tx,
  config: GroundSettings & {
    accountId: string
    number: number
    now: Date
    user: { id: string; name: string }
  },
) =>
  trx
    .insertInto('ground_station_config')
    .values({
      account_id: config.accountId,
      number: config.number,
      theme: config.theme,
      launch_page_url: config.launchPageUrl,
      home_page_url: config.homePageUrl,
      server_address: config.servAddr,
      saved_at: config.now,
      user_id: config.user.id,
      user_name: config.user.name,
    })
    .execute()

export type Inherited = {
  account_name: string
  theme: ConfigRow['theme'] | null
  launch_page_url: string | null
  home_page_url: string | null
  server_address: string | null
  saved_at: Date | null
}

/** The last configuration of an account and of each one above it, the nearest first. */
export const listConfigsUpwards = async (
  db: Db | Tx,
  accountId: string,
): Promise<(Inherited & { account_id: string })[]> => {
  const { rows } = await sql<Inherited & { account_id: string }>`
    with recursive upwards as (
      select id, name, parent_id, 0 as step from account where id = ${accountId}::uuid
      union all
      select account.id, account.name, account.parent_id, upwards.step + 1
      from account join upwards on account.id = upwards.parent_id)
    select upwards.id as account_id, upwards.name as account_name, last.theme,
      last.launch_page_url, last.home_page_url, last.server_address, last.saved_at
    from upwards
    left join lateral (
      select * from ground_station_config
      where ground_station_config.account_id = upwards.id
      order by number desc limit 1) last on true
    order by upwards.step`.execute(db)
  return rows
}

/** The account that operates the drone: its tenant, else owner, else maker. */
export const findFlyingAccount = (db: Db, droneId: string) =>
  db
    .selectFrom('drone')
    .where('id', '=', droneId)
    .select((eb) =>
      eb.fn
        .coalesce('drone.tenant_id', 'drone.operator_id', 'drone.manufacturer_id')
        .as('account_id'),
    )
    .executeTakeFirst()
