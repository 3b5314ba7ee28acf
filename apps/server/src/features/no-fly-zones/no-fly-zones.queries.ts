import {
  sql,
  type ExpressionBuilder,
  type Insertable,
  type Selectable,
  type Updateable,
} from 'kysely'
import type { Scope } from '@swath/domain/access/caller'
import type { Bounds } from '@swath/domain/lng-lat'
import { regionPrefix } from '@swath/domain/region-code'
import type { Db, Tx } from '../../platform/database/database.ts'
import type { Database } from '../../platform/database/schema.ts'
import { inScope, withinRegion } from '../../platform/access/scope.queries.ts'
import { touches } from '../../platform/database/box.queries.ts'
import { containing, sortOf } from '../../platform/listing/search.ts'

export type ZoneRow = Selectable<Database['no_fly_zone']> & { account_name: string }

export type ZoneFilters = {
  detailAddress?: string | undefined
  type?: '1' | '2' | undefined
  enabled?: 'true' | 'false' | undefined
  region?: string | undefined
  sortParam?: SortField | `-${SortField}` | undefined
}
type SortField = 'noflyName' | 'type' | 'areaM2' | 'createdAt'

const sortColumn = {
  noflyName: 'no_fly_zone.name',
  type: 'no_fly_zone.type',
  areaM2: 'no_fly_zone.area_m2',
  createdAt: 'no_fly_zone.created_at',
} as const

const zonesFor = (db: Db | Tx, scope: Scope) =>
  db
    .selectFrom('no_fly_zone')
    .where(inScope(scope, { owner: 'no_fly_zone.account_id', region: 'no_fly_zone.region_code' }))

const matching = (filters: ZoneFilters) => (eb: ExpressionBuilder<Database, 'no_fly_zone'>) =>
  eb.and([
    ...(filters.type ? [eb('no_fly_zone.type', '=', filters.type === '1' ? 1 : 2)] : []),
    ...(filters.enabled ? [eb('no_fly_zone.enabled', '=', filters.enabled === 'true')] : []),
    ...(filters.region
      ? [withinRegion('no_fly_zone.region_code', regionPrefix(filters.region))]
      : []),
    ...(filters.detailAddress
      ? [
          eb.or([
            eb('no_fly_zone.name', 'ilike', containing(filters.detailAddress)),
            eb('no_fly_zone.detail_address', 'ilike', containing(filters.detailAddress)),
          ]),
        ]
      : []),
  ])

export const pageOfZones = async (
  db: Db,
  scope: Scope,
  filters: ZoneFilters,
  page: { currentPage: number; pageSize: number },
): Promise<{ rows: ZoneRow[]; total: number; civil: number }> => {
  const { field, descending } = sortOf<SortField>(filters.sortParam, '-createdAt')
  const direction = descending ? ('desc' as const) : ('asc' as const)
  const [rows, counts] = await Promise.all([
    zonesFor(db, scope)
      .where(matching(filters))
      .innerJoin('account', 'account.id', 'no_fly_zone.account_id')
      .selectAll('no_fly_zone')
      .select('account.name as account_name')
      .orderBy(sortColumn[field], direction)
      .orderBy('no_fly_zone.id', direction)
      .limit(page.pageSize)
      .offset((page.currentPage - 1) * page.pageSize)
      .execute(),
    zonesFor(db, scope)
      .where(matching(filters))
      .select((eb) => [
        eb.fn.countAll<number>().as('total'),
        eb.fn.countAll<number>().filterWhere('type', '=', 2).as('civil'),
      ])
      .executeTakeFirstOrThrow(),
  ])
  return { rows, ...counts }
}

/** All filtered zones, newest first, 500 at a time. */
export const eachZone = async function* (
  db: Db,
  scope: Scope,
  filters: ZoneFilters,
): AsyncGenerator<ZoneRow> {
  let before: string | null = null
  for (;;) {
    const id: string | null = before
    const rows: ZoneRow[] = await zonesFor(db, scope)
      .where(matching(filters))
      .innerJoin('account', 'account.id', 'no_fly_zone.account_id')
      .where((eb) => (id === null ? eb.val(true) : eb('no_fly_zone.id', '<', id)))
      .selectAll('no_fly_zone')
      .select('account.name as account_name')
      .orderBy('no_fly_zone.id', 'desc')
      .limit(500)
      .execute()
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < 500) return
    before = last.id
  }
}

export const findZone = (db: Db | Tx, scope: Scope, id: string): Promise<ZoneRow | undefined> =>
  zonesFor(db, scope)
    .where('no_fly_zone.id', '=', id)
    .innerJoin('account', 'account.id', 'no_fly_zone.account_id')
    .selectAll('no_fly_zone')
    .select('account.name as account_name')
    .executeTakeFirst()

/** Locks the row until the transaction ends, so that two changes at once follow each other. */
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
    .values({ ...zone, bounds: boxOf(bounds) })
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
      ...(bounds ? { bounds: boxOf(bounds) } : {}),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .execute()
}

export const deleteZone = async (trx: Tx, id: string): Promise<void> => {
  await trx.deleteFrom('no_fly_zone').where('id', '=', id).execute()
}

/** Enabled zones that touch the box: what a map shows to anyone who flies or supervises. */
export const enabledZonesWithin = async (
  db: Db,
  bounds: Bounds,
  limit: number,
): Promise<{ rows: Selectable<Database['no_fly_zone']>[]; total: number }> => {
  const touching = db
    .selectFrom('no_fly_zone')
    .where('enabled', '=', true)
    .where(touches('bounds', bounds))
  const [rows, { total }] = await Promise.all([
    touching.selectAll().orderBy('area_m2', 'desc').limit(limit).execute(),
    touching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

const boxOf = (bounds: Bounds) =>
  sql<string>`box(point(${bounds.minLng}::float8, ${bounds.minLat}::float8), point(${bounds.maxLng}::float8, ${bounds.maxLat}::float8))`
