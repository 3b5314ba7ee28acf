// Work on leases by month, drone, client and currency: few enough rows to be added up in the
// program.
import { sql, type SqlBool } from 'kysely'
import type { Caller } from '@swath/domain/access/caller'
import { inScope } from '../../../platform/access/scope.queries.ts'
import type { Db } from '../../../platform/database/database.ts'

export type Sides = 'lessor' | 'either'
type Reader = Pick<Caller, 'scope'>

const isRead = ({ scope }: Reader, sides: Sides, lessor: string) =>
  sides === 'lessor'
    ? inScope(scope, { owner: lessor })
    : sql<SqlBool>`(${inScope(scope, { owner: lessor })}
        or ${inScope(scope, { owner: 'client.tenant_account_id' })})`

export type Flown = Awaited<ReturnType<typeof flownOnLeases>>[number]

export const flownOnLeases = (
  db: Db,
  reader: Reader,
  asked: { sides: Sides; fromMs: number; untilMs: number; timeZone: string; clientId?: number },
) =>
  db
    .selectFrom('lease_work_record as flown')
    .innerJoin('rental_client as client', 'client.id', 'flown.client_id')
    .leftJoin('drone', 'drone.id', 'flown.drone_id')
    .leftJoin('drone_model as model', 'model.id', 'drone.model_id')
    .where(isRead(reader, asked.sides, 'flown.lessor_id'))
    .where('flown.state', '<>', 'taken_back')
    .where('flown.start_at', '>=', new Date(asked.fromMs))
    .where('flown.start_at', '<', new Date(asked.untilMs))
    .$if(asked.clientId !== undefined, (rows) =>
      rows.where('flown.client_id', '=', asked.clientId!),
    )
    .groupBy([
      // The month, by position: repeating the expression would use another parameter, and not be
      // equal.
      sql`1`,
      'flown.drone_id',
      'flown.client_id',
      'flown.currency',
      'client.name',
      'drone.name',
      'model.name',
    ])
    .select([
      sql<string>`to_char(flown.start_at at time zone ${asked.timeZone}, 'YYYY-MM')`.as('month'),
      'flown.drone_id',
      'flown.client_id',
      'flown.currency',
      'client.name as client_name',
      'drone.name as drone_name',
      'model.name as model_name',
      sql<number>`count(*)::int`.as('sorties'),
      sql<number>`sum(flown.covered_m2)`.as('covered_m2'),
      sql<number>`sum(flown.duration_s)`.as('duration_s'),
      sql<number>`sum(flown.amount_minor)::int8`.as('amount_minor'),
    ])
    .execute()

const lentNow = sql<number>`((select count(*) from lease
    where lease.client_id = client.id and lease.returned_at is null and lease.cancelled_at is null)
  + (select count(*) from shared_use
    where shared_use.client_id = client.id and shared_use.until_at is null))::int`

type Some = { first: readonly number[]; atMost: number }

/**
 * Clients of the reader on either side, with or without flights; `first` are sorted to the start.
 */
export const clientsOnEitherSide = (db: Db, reader: Reader, { first, atMost }: Some) =>
  db
    .selectFrom('rental_client as client')
    .innerJoin('account as lessor', 'lessor.id', 'client.lessor_account_id')
    .leftJoin('account as tenant', 'tenant.id', 'client.tenant_account_id')
    .where(isRead(reader, 'either', 'client.lessor_account_id'))
    .select([
      'client.id',
      'client.name',
      'client.state',
      'lessor.id as lessor_id',
      'lessor.name as lessor_name',
      'tenant.id as tenant_id',
      'tenant.name as tenant_name',
      lentNow.as('lent_now'),
    ])
    .orderBy(sql`client.id = any(${first}::bigint[])`, 'desc')
    .orderBy('client.name')
    .orderBy('client.id')
    .limit(atMost)
    .execute()

/** Today's number of clients by state, and of leased drones. */
export const lessorsToday = async (db: Db, { scope }: Reader) => {
  const clients = await db
    .selectFrom('rental_client as client')
    .where(inScope(scope, { owner: 'client.lessor_account_id' }))
    .select([
      sql<number>`count(*) filter (where client.state = 0)`.as('debugging'),
      sql<number>`count(*) filter (where client.state = 1)`.as('unactivated'),
      sql<number>`count(*) filter (where client.state = 2)`.as('activated'),
    ])
    .executeTakeFirstOrThrow()
  const leases = await db
    .selectFrom('lease')
    .where(inScope(scope, { owner: 'lease.lessor_account_id' }))
    .where('lease.returned_at', 'is', null)
    .where('lease.cancelled_at', 'is', null)
    .select([
      sql<number>`count(*)`.as('lent'),
      sql<number>`count(*) filter (where lease.rental_model = 5)`.as('shared'),
    ])
    .executeTakeFirstOrThrow()
  return { clients, leases }
}
