// Services of drones, and when they end.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Scope } from '@swath/domain/access/caller'
import { graceDays, type OrderType } from '@swath/domain/service-terms'
import { inScope } from '../../../platform/access/scope.queries.ts'
import { droneScope } from '../../../platform/access/scoped-tables.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { toOffset, type PageQuery } from '../../../platform/listing/page.ts'
import { containing } from '../../../platform/listing/search.ts'

const lastYear = (orderType: OrderType) => sql<number | null>`(select max(service.year)
  from service_order service where service.drone_id = drone.id
    and service.order_type = ${orderType} and service.state in ('paid', 'refunding'))`

type Wanted = {
  orderType: OrderType
  /** Leaves out drones that have, or have ordered, the service for this year. */
  year?: number | undefined
  search?: string | undefined
}

export const pageOfOrderable = async (
  db: Db,
  scope: Scope,
  { orderType, year, search }: Wanted,
  page: PageQuery,
) => {
  const drones = db
    .selectFrom('drone')
    .where(inScope(scope, droneScope))
    .where((eb) =>
      eb.and([
        ...(search
          ? [
              eb.or([
                eb('drone.name', 'ilike', containing(search)),
                eb('drone.id', 'ilike', containing(search)),
              ]),
            ]
          : []),
        ...(year === undefined
          ? []
          : [
              sql<boolean>`not exists (select from service_order taken
                where taken.drone_id = drone.id and taken.order_type = ${orderType}
                  and taken.year = ${year} and taken.state in ('unpaid', 'paid', 'refunding'))`,
            ]),
      ]),
    )
  const { limit, offset } = toOffset(page)
  const [rows, { total }] = await Promise.all([
    drones
      .select(['drone.id', 'drone.name', lastYear(orderType).as('last_year')])
      // Drones that had the service before come first.
      .orderBy(sql`${lastYear(orderType)} is null`)
      .orderBy('drone.name')
      .orderBy('drone.id')
      .limit(limit)
      .offset(offset)
      .execute(),
    drones.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

/**
 * Those of these drones that the scope contains, with the account that has each and its time zone.
 */
export const findDrones = (trx: Db | Tx, scope: Scope, ids: readonly string[]) =>
  trx
    .selectFrom('drone')
    .innerJoin('account as holder', (join) =>
      join.on(sql<boolean>`holder.id = coalesce(drone.operator_id, drone.manufacturer_id)`),
    )
    .where(inScope(scope, droneScope))
    .where('drone.id', '=', sql<string>`any(${[...ids]}::text[])`)
    .select(['drone.id', 'drone.name', 'holder.id as holder_id', 'holder.region_code'])
    .orderBy('drone.id')
    .execute()

export const regionOf = async (db: Db | Tx, accountId: string): Promise<string> =>
  (
    await db
      .selectFrom('account')
      .where('id', '=', accountId)
      .select('region_code')
      .executeTakeFirstOrThrow()
  ).region_code

/**
 * The last year that was paid for, and the current date at the drone's owner; undefined: none was
 * ever paid.
 */
export const findLastYear = async (
  db: Db | Tx,
  droneId: string,
  orderType: OrderType,
  now: Date,
): Promise<{ year: number; today: string } | undefined> =>
  (
    await sql<{ year: number; today: string }>`
      select service.year,
        to_char(${now}::timestamptz at time zone account.time_zone, 'YYYY-MM-DD') as today
      from service_order service join account on account.id = service.account_id
      where service.drone_id = ${droneId} and service.order_type = ${orderType}
        and service.state in ('paid', 'refunding')
      order by service.year desc limit 1`.execute(db)
  ).rows[0]

/**
 * Condition on `drone`: its service has expired, by the same rule as `serviceStateOn` of the
 * domain.
 */
export const hasLapsed = (orderType: OrderType, now: Date): RawBuilder<SqlBool> => sql<SqlBool>`
  coalesce((
    select (${now}::timestamptz at time zone account.time_zone)::date
      > make_date(service.year, 12, 31) + ${graceDays}::integer
    from service_order service join account on account.id = service.account_id
    where service.drone_id = drone.id and service.order_type = ${orderType}
      and service.state in ('paid', 'refunding')
    order by service.year desc limit 1), false)`

export type EndingService = {
  account_id: string
  order_type: OrderType
  year: number
  drone_count: number
  today: string
  ends_at: Date
}

/**
 * Last paid years by account and service, with the number of drones without a later one; of one
 * account or all.
 */
export const listEndings = async (
  db: Db | Tx,
  now: Date,
  accountId: string | null,
): Promise<EndingService[]> =>
  (
    await sql<EndingService>`
      select account.id as account_id, last.order_type, last.year, count(*)::int as drone_count,
        to_char(${now}::timestamptz at time zone account.time_zone, 'YYYY-MM-DD') as today,
        make_timestamp(last.year + 1, 1, 1, 0, 0, 0) at time zone account.time_zone as ends_at
      from (
        select distinct on (drone_id, order_type) drone_id, order_type, year, account_id
        from service_order where state in ('paid', 'refunding')
          and (${accountId}::uuid is null or account_id = ${accountId}::uuid)
        order by drone_id, order_type, year desc
      ) as last
      join account on account.id = last.account_id and account.enabled
      where last.year between extract(year from ${now}::timestamptz)::int - 1
        and extract(year from ${now}::timestamptz)::int
      group by account.id, last.order_type, last.year
      order by account.id, last.order_type, last.year`.execute(db)
  ).rows

/** @returns false if the warning has been sent already */
export const noteWarning = async (
  trx: Tx,
  { account_id, order_type, year }: EndingService,
  daysBefore: number,
): Promise<boolean> =>
  (
    await trx
      .insertInto('service_warning')
      .values({ account_id, order_type, year, days_before: daysBefore })
      .onConflict((conflict) => conflict.doNothing())
      .returning('year')
      .execute()
  ).length === 1
