import { sql, type SqlBool } from 'kysely'
import type { Bounds } from '@swath/domain/lng-lat'
import { touches } from '../../platform/database/box.queries.ts'
import type { Db } from '../../platform/database/database.ts'

/** More zones than any 44 km by 44 km square is expected to have; the largest are kept. */
const zonesAtMost = 2_000

export type ZoneAround = Awaited<ReturnType<typeof zonesAround>>[number]

/** Includes only those stay-in areas whose accounts bind the drone. */
export const zonesAround = (db: Db, bounds: Bounds, binders: readonly string[], now: Date) =>
  db
    .selectFrom('no_fly_zone')
    .where('enabled', '=', true)
    .where(touches('bounds', bounds))
    // Compare by day, so that the answer is the same for all requests of one day.
    .where(
      sql<SqlBool>`(valid_until is null
        or valid_until > date_trunc('day', ${now}::timestamptz, 'UTC'))`,
    )
    .where((eb) =>
      eb.or([
        eb('kind', '=', 'stay_out'),
        eb('account_id', '=', sql<string>`any(${[...binders]}::uuid[])`),
      ]),
    )
    .orderBy('area_m2', 'desc')
    .orderBy('id')
    .limit(zonesAtMost)
    .select([
      'id',
      'version',
      'name',
      'kind',
      'restriction',
      'message',
      'shape',
      'rings',
      'center_lng',
      'center_lat',
      'radius_m',
      'lower_m',
      'upper_m',
      'lower_reference',
      'upper_reference',
      'valid_from',
      'valid_until',
      'windows',
      'time_zone',
    ])
    .execute()

/** Number of the newest change that affects these bounds; 0 before the first. */
export const newestNumber = async (db: Db, bounds: Bounds): Promise<number> =>
  (
    await db
      .selectFrom('no_fly_zone_version')
      .where(touches('bounds', bounds))
      .select(sql<number>`coalesce(max(number), 0)`.as('number'))
      .executeTakeFirstOrThrow()
  ).number

const numbersAtOnce = 10_000

/** Areas affected by changes after `number`, in order of change. */
export const changesSince = async (
  db: Db,
  number: number,
): Promise<{ number: number; bounds: Bounds }[]> =>
  (
    await db
      .selectFrom('no_fly_zone_version')
      .where('number', '>', number)
      .orderBy('number')
      .limit(numbersAtOnce)
      .select([
        'number',
        sql<number>`(bounds[1])[0]`.as('minLng'),
        sql<number>`(bounds[1])[1]`.as('minLat'),
        sql<number>`(bounds[0])[0]`.as('maxLng'),
        sql<number>`(bounds[0])[1]`.as('maxLat'),
      ])
      .execute()
  ).map(({ number: next, ...bounds }) => ({ number: next, bounds }))

export const lastNumber = async (db: Db): Promise<number> =>
  (
    await db
      .selectFrom('no_fly_zone_version')
      .select(sql<number>`coalesce(max(number), 0)`.as('number'))
      .executeTakeFirstOrThrow()
  ).number

export type Holding = { droneId: string; number: number; bounds: Bounds; version: string }

/** Stores the zone sets that drones report to hold. */
export const writeHoldings = async (
  db: Db,
  holdings: readonly Holding[],
  now: Date,
): Promise<void> => {
  await sql`
    insert into drone_zone_holding (drone_id, number, bounds, version, acknowledged_at)
    select held.drone_id, held.number, box(point(held.west, held.south), point(held.east, held.north)), held.version, ${now}
    from unnest(${holdings.map(({ droneId }) => droneId)}::text[], ${holdings.map(({ number }) => number)}::bigint[],
      ${holdings.map(({ bounds }) => bounds.minLng)}::float8[], ${holdings.map(({ bounds }) => bounds.minLat)}::float8[],
      ${holdings.map(({ bounds }) => bounds.maxLng)}::float8[], ${holdings.map(({ bounds }) => bounds.maxLat)}::float8[],
      ${holdings.map(({ version }) => version)}::text[]) as held (drone_id, number, west, south, east, north, version)
    join drone on drone.id = held.drone_id
    on conflict (drone_id) do update set number = excluded.number, bounds = excluded.bounds,
      version = excluded.version, acknowledged_at = excluded.acknowledged_at`.execute(db)
}
