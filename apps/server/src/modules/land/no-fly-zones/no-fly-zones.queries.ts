import { sql, type Insertable, type Selectable, type SqlBool, type Updateable } from 'kysely'
import type { FiltersOf } from '@swath/contract/list'
import { noFlyZoneList } from '@swath/contract/land/no-fly-zones'
import type { Scope } from '@swath/domain/access/caller'
import type { Bounds } from '@swath/domain/lng-lat'
import { regionPrefix } from '@swath/domain/region-code'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { inScope, withinRegion } from '../../../platform/access/scope.queries.ts'
import { touches } from '../../../platform/database/box.queries.ts'
import { equals, equalsNumber } from '../../../platform/listing/conditions.queries.ts'
import { defineList } from '../../../platform/listing/list.queries.ts'
import { containing } from '../../../platform/listing/search.ts'

export type ZoneRow = Selectable<Database['no_fly_zone']> & { account_name: string }

const zoneScope = { owner: 'no_fly_zone.account_id', region: 'no_fly_zone.region_code' }

const zonesFor = (db: Db | Tx, scope: Scope) =>
  db.selectFrom('no_fly_zone').where(inScope(scope, zoneScope))

const presented = (rows: ReturnType<typeof zonesFor>) =>
  rows
    .innerJoin('account', 'account.id', 'no_fly_zone.account_id')
    .selectAll('no_fly_zone')
    .select('account.name as account_name')

export const zoneRows = defineList(noFlyZoneList, {
  from: zonesFor,
  select: presented,
  conditions: {
    type: equalsNumber('no_fly_zone.type'),
    kind: equals('no_fly_zone.kind'),
    restriction: equals('no_fly_zone.restriction'),
    enabled: (value) => equals('no_fly_zone.enabled')(value === 'true'),
    region: (region) => withinRegion('no_fly_zone.region_code', regionPrefix(region)),
    detailAddress: (text) =>
      sql<SqlBool>`(no_fly_zone.name ilike ${containing(text)}
        or no_fly_zone.detail_address ilike ${containing(text)})`,
  },
  orders: {
    noflyName: sql`no_fly_zone.name`,
    type: sql`no_fly_zone.type`,
    areaM2: sql`no_fly_zone.area_m2`,
    createdAt: sql`no_fly_zone.created_at`,
  },
  ties: [{ by: sql`no_fly_zone.id` }],
  stream: { by: ['no_fly_zone.id'], last: ({ id }) => [id] },
  countBy: { filter: 'enabled', states: ['true', 'false'], state: sql`no_fly_zone.enabled::text` },
})

export const countZones = (db: Db, scope: Scope, filters: FiltersOf<typeof noFlyZoneList>) =>
  zoneRows
    .matching(db, scope, filters)
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb.fn.countAll<number>().filterWhere('no_fly_zone.type', '=', 2).as('civil'),
    ])
    .executeTakeFirstOrThrow()

export const findZone = (db: Db | Tx, scope: Scope, id: string): Promise<ZoneRow | undefined> =>
  zonesFor(db, scope)
    .where('no_fly_zone.id', '=', id)
    .innerJoin('account', 'account.id', 'no_fly_zone.account_id')
    .selectAll('no_fly_zone')
    .select('account.name as account_name')
    .executeTakeFirst()

/** Locks the row until the transaction ends, so that concurrent changes are serialized. */
export const lockZone = (
  trx: Tx,
  scope: Scope,
  id: string,
): Promise<{ id: string; name: string; enabled: boolean; version: number } | undefined> =>
  zonesFor(trx, scope)
    .where('no_fly_zone.id', '=', id)
    .select(['no_fly_zone.id', 'no_fly_zone.name', 'no_fly_zone.enabled', 'no_fly_zone.version'])
    .forUpdate()
    .executeTakeFirst()

export const insertZone = async (
  trx: Tx,
  zone: Omit<Insertable<Database['no_fly_zone']>, 'bounds'>,
  bounds: Bounds,
): Promise<void> => {
  await trx
    .insertInto('no_fly_zone')
    .values({ ...zone, bounds: toBox(bounds) })
    .execute()
}

export const updateZone = async (
  trx: Tx,
  id: string,
  change: Updateable<Database['no_fly_zone']>,
  bounds?: Bounds,
): Promise<void> => {
  await trx
    .updateTable('no_fly_zone')
    .set({
      ...change,
      ...(bounds ? { bounds: toBox(bounds) } : {}),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .execute()
}

/** Its last version states that it is no longer in force. */
export const deleteZone = async (trx: Tx, id: string, now: Date): Promise<void> => {
  await updateZone(trx, id, { enabled: false, updated_at: now })
  await trx.deleteFrom('no_fly_zone').where('id', '=', id).execute()
}

/** Locks them until the transaction ends. Untouched: unchanged since their creation. */
export const lockUntouchedZones = (trx: Tx, ids: readonly string[]) =>
  trx
    .selectFrom('no_fly_zone')
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .select(['id', sql<boolean>`version = 1`.as('isUntouched')])
    .orderBy('id')
    .forUpdate()
    .execute()

export type VersionRow = Awaited<ReturnType<typeof listVersions>>[number]

/** Newest first. */
export const listVersions = (db: Db, zoneId: string) =>
  db
    .selectFrom('no_fly_zone_version')
    .where('zone_id', '=', zoneId)
    .orderBy('number', 'desc')
    .limit(100)
    .select(['content', 'since', 'until'])
    .execute()

/**
 * Enabled zones that touch the box, of all accounts, because everyone must see where not to fly.
 * Stay-in areas are visible only to the account and its supervisors: a scope adds those that it
 * contains.
 */
export const enabledZonesWithin = async (
  db: Db,
  bounds: Bounds,
  limit: number,
  scope?: Scope,
): Promise<{ rows: Selectable<Database['no_fly_zone']>[]; total: number }> => {
  const touching = db
    .selectFrom('no_fly_zone')
    .where('enabled', '=', true)
    .where(touches('bounds', bounds))
    .where((eb) =>
      scope ? eb.or([eb('kind', '<>', 'stay_in'), inScope(scope, zoneScope)]) : eb.val(true),
    )
  const [rows, { total }] = await Promise.all([
    touching.selectAll().orderBy('area_m2', 'desc').limit(limit).execute(),
    touching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

const toBox = (bounds: Bounds) =>
  sql<string>`box(point(${bounds.minLng}::float8, ${bounds.minLat}::float8),
    point(${bounds.maxLng}::float8, ${bounds.maxLat}::float8))`
