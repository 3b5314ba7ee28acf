// Rows of one drone, read and rewritten in one transaction by recompute.ts. Every tenant's: the
// pipeline works for all.
import { sql } from 'kysely'
import type { DeviceEvent } from '@swath/domain/device-event'
import type { Bounds } from '@swath/domain/lng-lat'
import type { Polygon } from '@swath/domain/polygon'
import type { Db, Tx } from '../../platform/database/database.ts'
import { widthInForce } from '../../platform/database/drone-width.queries.ts'
import type { SortieHeader } from './cut-at-ground.ts'
import type { StoredHeaders } from './activity-windows.ts'
import type { TimeRange } from '@swath/domain/time-range'

export type Mark = { droneId: string; fromMs: number; untilMs: number }

const at = (timeMs: number): Date => new Date(timeMs)

/**
 * Takes the mark of a drone (the one that has been due longest, where none is named) until the
 * transaction ends.
 */
export const takeMark = async (
  tx: Tx,
  nowMs: number,
  droneId?: string,
): Promise<Mark | undefined> => {
  const row = await tx
    .deleteFrom('recompute')
    .where('drone_id', '=', (eb) => {
      const due = eb.selectFrom('recompute').select('drone_id')
      return (
        droneId === undefined
          ? due.where('due_at', '<=', at(nowMs)).orderBy('due_at')
          : due.where('drone_id', '=', droneId)
      )
        .limit(1)
        .forUpdate()
        .skipLocked()
    })
    .returningAll()
    .executeTakeFirst()
  return (
    row && { droneId: row.drone_id, fromMs: row.from_at.getTime(), untilMs: row.until_at.getTime() }
  )
}

/**
 * One at a time of a drone's long stretches: held by the connection, so that no transaction waits
 * with an old sight of the tables.
 */
export const holdDrone = async (db: Db, droneId: string): Promise<void> => {
  await sql`select pg_advisory_lock(hashtextextended(${`recompute ${droneId}`}, 0))`.execute(db)
}

/** `version` changes with whatever is marked meanwhile, also where the mark stays as it is. */
export const seeMark = async (
  db: Db,
  droneId: string,
): Promise<(Mark & { version: string }) | undefined> => {
  const row = await db
    .selectFrom('recompute')
    .where('drone_id', '=', droneId)
    .select(['from_at', 'until_at', sql<string>`xmin::text`.as('version')])
    .executeTakeFirst()
  return (
    row && {
      droneId,
      fromMs: row.from_at.getTime(),
      untilMs: row.until_at.getTime(),
      version: row.version,
    }
  )
}

/** Unless something was marked since it was seen. */
export const removeMark = async (
  db: Db,
  { droneId, version }: { droneId: string; version: string },
): Promise<void> => {
  await db
    .deleteFrom('recompute')
    .where('drone_id', '=', droneId)
    .where(sql<boolean>`xmin::text = ${version}`)
    .execute()
}

export const postpone = async (db: Db, droneId: string, dueMs: number): Promise<void> => {
  await db
    .updateTable('recompute')
    .set({ due_at: at(dueMs) })
    .where('drone_id', '=', droneId)
    .execute()
}

/** Whose a drone is, and where it is at home. */
export type DroneParties = {
  manufacturerId: string
  operatorId: string | null
  tenantId: string | null
  regionCode: string
  operatorRegionCode: string | null
}

export type FlyingDrone = DroneParties & {
  id: string
  sprayWidthM: number
  /** Whose it was before, in the order of time. */ former: readonly (DroneParties & {
    untilMs: number
  })[]
}

const formerPartiesOf = async (tx: Tx, droneId: string): Promise<FlyingDrone['former']> => {
  const rows = await tx
    .selectFrom('drone_former_parties as former')
    .leftJoin('account', 'account.id', 'former.operator_id')
    .where('former.drone_id', '=', droneId)
    .select([
      'former.until_at',
      'former.manufacturer_id',
      'former.operator_id',
      'former.tenant_id',
      'former.region_code',
      'account.region_code as operator_region',
    ])
    .orderBy('former.until_at')
    .execute()
  return rows.map((row) => ({
    untilMs: row.until_at.getTime(),
    manufacturerId: row.manufacturer_id,
    operatorId: row.operator_id,
    tenantId: row.tenant_id,
    regionCode: row.region_code,
    operatorRegionCode: row.operator_region,
  }))
}

export const droneOf = async (tx: Tx, droneId: string): Promise<FlyingDrone | undefined> => {
  const row = await tx
    .selectFrom('drone')
    .leftJoin('account', 'account.id', 'drone.operator_id')
    .where('drone.id', '=', droneId)
    .select([
      'drone.id',
      'drone.manufacturer_id',
      'drone.operator_id',
      'drone.tenant_id',
      'drone.region_code',
      widthInForce,
      'account.region_code as operator_region',
    ])
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      manufacturerId: row.manufacturer_id,
      operatorId: row.operator_id,
      tenantId: row.tenant_id,
      regionCode: row.region_code,
      operatorRegionCode: row.operator_region,
      sprayWidthM: row.spray_width_m,
      former: await formerPartiesOf(tx, droneId),
    }
  )
}

/** No chunk spans more: of all chunks of years only these days are looked at. */
const longestChunkMs = 7 * 86_400_000

/**
 * What has come since the last time: chunks that a checkpoint wrote (their ids are version 7, those
 * written here version 8), events not folded, and sorties that may have ended in silence meanwhile.
 */
export const underivedIn = async (
  tx: Tx,
  droneId: string,
  { fromMs, untilMs }: TimeRange,
): Promise<TimeRange[]> => {
  const { rows } = await sql<{ from_at: Date; until_at: Date }>`
    select from_at, until_at from track_chunk
    where drone_id = ${droneId} and from_at between ${at(fromMs)} and ${at(untilMs)} and substr(id::text, 15, 1) = '7'
    union all
    select at, at from device_event where drone_id = ${droneId} and at between ${at(fromMs)} and ${at(untilMs)} and not folded
    union all
    select start_at, end_at from sortie where drone_id = ${droneId} and state = 'open'
    order by 1`.execute(tx)
  return rows.map((row) => ({ fromMs: row.from_at.getTime(), untilMs: row.until_at.getTime() }))
}

export const markDerived = async (
  tx: Tx,
  droneId: string,
  { fromMs, untilMs }: TimeRange,
): Promise<void> => {
  await tx
    .updateTable('device_event')
    .set({ folded: true })
    .where('drone_id', '=', droneId)
    .where('at', '>=', at(fromMs))
    .where('at', '<=', at(untilMs))
    .where('folded', '=', false)
    .execute()
}

/** A sortie is still open: it is looked at again once it must have fallen silent. */
export const markAgain = async (
  tx: Db | Tx,
  droneId: string,
  { fromMs, untilMs }: TimeRange,
  dueMs: number,
): Promise<void> => {
  await tx
    .insertInto('recompute')
    .values({ drone_id: droneId, from_at: at(fromMs), until_at: at(untilMs), due_at: at(dueMs) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** What is stored of a stretch, without its points. */
export const headersIn = async (
  tx: Tx,
  droneId: string,
  { fromMs, untilMs }: TimeRange,
): Promise<StoredHeaders> => {
  const chunks = await tx
    .selectFrom('track_chunk')
    .where('drone_id', '=', droneId)
    .where('from_at', '>=', at(fromMs - longestChunkMs))
    .where('from_at', '<=', at(untilMs))
    .where('until_at', '>=', at(fromMs))
    .select(['id', 'from_at', 'until_at', 'sortie_id', 'rejected', 'point_count'])
    .execute()
  const events = await tx
    .selectFrom('device_event')
    .where('drone_id', '=', droneId)
    .where('at', '>=', at(fromMs))
    .where('at', '<=', at(untilMs))
    .where('type', 'in', ['takeoff', 'landing', 'disarm'])
    .select(['at', 'type', 'boot', 'sortie_number', 'folded'])
    .execute()
  return {
    chunks: chunks.map((row) => ({
      fromMs: row.from_at.getTime(),
      untilMs: row.until_at.getTime(),
      sortieId: row.sortie_id,
      rejected: row.rejected,
      derived: row.id[14] !== '7',
      pointCount: row.point_count,
    })),
    events: events.map((row) => ({
      tMs: row.at.getTime(),
      type: row.type as DeviceEvent['type'],
      boot: row.boot,
      number: row.sortie_number,
      derived: row.folded,
    })),
  }
}

export type StoredChunk = {
  id: string
  sortieId: string | null
  rejected: boolean
  columns: Buffer
}

export const chunksIn = async (
  tx: Tx,
  droneId: string,
  { fromMs, untilMs }: TimeRange,
): Promise<StoredChunk[]> => {
  const rows = await tx
    .selectFrom('track_chunk')
    .where('drone_id', '=', droneId)
    .where('from_at', '>=', at(fromMs - longestChunkMs))
    .where('from_at', '<=', at(untilMs))
    .where('until_at', '>=', at(fromMs))
    .select(['id', 'sortie_id', 'rejected', 'columns'])
    .execute()
  return rows.map((row) => ({
    id: row.id,
    sortieId: row.sortie_id,
    rejected: row.rejected,
    columns: row.columns,
  }))
}

export const eventsIn = async (
  tx: Tx,
  droneId: string,
  { fromMs, untilMs }: TimeRange,
): Promise<DeviceEvent[]> => {
  const rows = await tx
    .selectFrom('device_event')
    .selectAll()
    .where('drone_id', '=', droneId)
    .where('at', '>=', at(fromMs))
    .where('at', '<=', at(untilMs))
    .where('type', 'in', ['takeoff', 'landing', 'disarm'])
    .execute()
  return rows.map((row) => ({
    ...(row.payload as Pick<
      DeviceEvent,
      'claimedAreaM2' | 'pilotId' | 'cropId' | 'chemical' | 'plotId' | 'simulated'
    >),
    type: row.type as DeviceEvent['type'],
    tMs: row.at.getTime(),
    boot: row.boot === '' ? null : row.boot,
    seq: Number(row.seq) < 0 ? null : Number(row.seq),
    number: row.sortie_number,
  }))
}

export type KnownSortie = SortieHeader & {
  id: string
  manufacturerId: string
  operatorId: string | null
  tenantId: string | null
}

export const sortiesIn = async (
  tx: Tx,
  droneId: string,
  { fromMs, untilMs }: TimeRange,
): Promise<KnownSortie[]> => {
  const rows = await tx
    .selectFrom('sortie')
    .where('drone_id', '=', droneId)
    .where('start_at', '>=', at(fromMs))
    .where('start_at', '<=', at(untilMs))
    .select([
      'id',
      'start_at',
      'end_at',
      'state',
      'boot',
      'number',
      'manufacturer_id',
      'operator_id',
      'tenant_id',
    ])
    .orderBy('start_at')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    startMs: row.start_at.getTime(),
    endMs: row.end_at.getTime(),
    state: row.state,
    boot: row.boot === '' ? null : row.boot,
    number: row.number,
    manufacturerId: row.manufacturer_id,
    operatorId: row.operator_id,
    tenantId: row.tenant_id,
  }))
}

const boxOf = (bounds: Bounds) =>
  sql<string>`box(point(${bounds.minLng}::float8, ${bounds.minLat}::float8), point(${bounds.maxLng}::float8, ${bounds.maxLat}::float8))`

export type FlownPlot = {
  id: string
  polygon: Polygon
  regionCode: string
  cropId: string | null
  accountId: string
}

/**
 * Plots below a flight, by id; the plot that the device names is among them only where it lies
 * there.
 */
export const plotsBelow = async (tx: Tx, bounds: Bounds): Promise<FlownPlot[]> => {
  const rows = await tx
    .selectFrom('plot')
    .where(sql<boolean>`bounds && ${boxOf(bounds)}`)
    .orderBy('id')
    .limit(2_000)
    .select(['id', 'rings', 'region_code', 'crop_id', 'account_id'])
    .execute()
  return rows.map((row) => ({
    id: row.id,
    polygon: row.rings,
    regionCode: row.region_code,
    cropId: row.crop_id,
    accountId: row.account_id,
  }))
}

/**
 * Who flew, as was said when a log told of the flight first. Of several the earliest counts,
 * whichever came first.
 */
export const pilotOfLog = async (
  tx: Tx,
  droneId: string,
  { startMs, endMs }: { startMs: number; endMs: number },
): Promise<string | null> => {
  const row = await tx
    .selectFrom('flight_log_sortie')
    .select('pilot_id')
    .where('drone_id', '=', droneId)
    .where('known', '=', false)
    .where('pilot_id', 'is not', null)
    .where('start_at', '<=', at(endMs))
    .where('end_at', '>=', at(startMs))
    .orderBy('start_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.pilot_id ?? null
}

export type SortieRow = {
  id: string
  number: number | null
  boot: string | null
  state: 'open' | 'closed'
  closeReason: string | null
  startMs: number
  endMs: number
  pointCount: number
  bounds: Bounds | null
  manufacturerId: string
  operatorId: string | null
  tenantId: string | null
  pilotId: string | null
  regionCode: string | null
  simulated: boolean
}

export const removeSorties = async (
  tx: Tx,
  droneId: string,
  ids: readonly string[],
): Promise<void> => {
  if (ids.length === 0) return
  await tx
    .deleteFrom('sortie')
    .where('drone_id', '=', droneId)
    .where('id', 'in', [...ids])
    .execute()
}

export const writeSorties = async (
  tx: Tx,
  droneId: string,
  sorties: readonly SortieRow[],
): Promise<void> => {
  if (sorties.length === 0) return
  await tx
    .insertInto('sortie')
    .values(
      sorties.map((sortie) => ({
        drone_id: droneId,
        id: sortie.id,
        number: sortie.number,
        boot: sortie.boot ?? '',
        state: sortie.state,
        close_reason: sortie.closeReason as 'landing' | null,
        start_at: at(sortie.startMs),
        end_at: at(sortie.endMs),
        point_count: sortie.pointCount,
        bounds: sortie.bounds && boxOf(sortie.bounds),
        manufacturer_id: sortie.manufacturerId,
        operator_id: sortie.operatorId,
        tenant_id: sortie.tenantId,
        pilot_id: sortie.pilotId,
        region_code: sortie.regionCode,
        simulated: sortie.simulated,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['drone_id', 'id'])
        .doUpdateSet((eb) => ({
          number: eb.ref('excluded.number'),
          boot: eb.ref('excluded.boot'),
          state: eb.ref('excluded.state'),
          close_reason: eb.ref('excluded.close_reason'),
          start_at: eb.ref('excluded.start_at'),
          end_at: eb.ref('excluded.end_at'),
          point_count: eb.ref('excluded.point_count'),
          bounds: eb.ref('excluded.bounds'),
          manufacturer_id: eb.ref('excluded.manufacturer_id'),
          operator_id: eb.ref('excluded.operator_id'),
          tenant_id: eb.ref('excluded.tenant_id'),
          pilot_id: eb.ref('excluded.pilot_id'),
          region_code: eb.ref('excluded.region_code'),
          simulated: eb.ref('excluded.simulated'),
        })),
    )
    .execute()
}

export type NewChunk = {
  id: string
  sortieId: string | null
  rejected: boolean
  fromMs: number
  untilMs: number
  pointCount: number
  columns: Buffer
}

export const replaceChunks = async (
  tx: Tx,
  droneId: string,
  gone: readonly string[],
  fresh: readonly NewChunk[],
): Promise<void> => {
  if (gone.length > 0)
    await tx
      .deleteFrom('track_chunk')
      .where('drone_id', '=', droneId)
      .where('id', 'in', [...gone])
      .execute()
  for (let i = 0; i < fresh.length; i += 1_000) {
    await tx
      .insertInto('track_chunk')
      .values(
        fresh
          .slice(i, i + 1_000)
          .map((chunk) => ({
            drone_id: droneId,
            id: chunk.id,
            sortie_id: chunk.sortieId,
            rejected: chunk.rejected,
            from_at: at(chunk.fromMs),
            until_at: at(chunk.untilMs),
            point_count: chunk.pointCount,
            columns: chunk.columns,
          })),
      )
      .execute()
  }
}

export type Contradicted = { reason: string; atMs: number; count: number; sample: string }

/** What was found wrong by comparison with other points, in place of what was found before. */
export const replaceContradicted = async (
  tx: Tx,
  droneId: string,
  { fromMs, untilMs }: TimeRange,
  found: readonly Contradicted[],
  idOf: (found: Contradicted) => string,
): Promise<void> => {
  await tx
    .deleteFrom('quarantine')
    .where('drone_id', '=', droneId)
    .where('topic', '=', 'compared')
    .where('received_at', '>=', at(fromMs))
    .where('received_at', '<=', at(untilMs))
    .execute()
  if (found.length === 0) return
  await tx
    .insertInto('quarantine')
    .values(
      found.map((one) => ({
        drone_id: droneId,
        id: idOf(one),
        received_at: at(one.atMs),
        topic: 'compared',
        reason: one.reason,
        count: one.count,
        sample: Buffer.from(one.sample),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Added up in the order of the flights: sums of fractions taken in another order differ in their
 * last digit.
 */
export const refreshTotal = async (tx: Tx, droneId: string): Promise<void> => {
  await sql`
    insert into drone_total (drone_id, sortie_count, duration_s, covered_m2, swept_m2, spray_l, last_sortie_at)
    select ${droneId}, count(*), coalesce(sum(duration_s order by start_at, sortie_id), 0), coalesce(sum(covered_m2 order by start_at, sortie_id), 0),
      coalesce(sum(swept_m2 order by start_at, sortie_id), 0), coalesce(sum(spray_l order by start_at, sortie_id), 0), max(start_at)
    from work_record where drone_id = ${droneId}
    on conflict (drone_id) do update set sortie_count = excluded.sortie_count, duration_s = excluded.duration_s, covered_m2 = excluded.covered_m2,
      swept_m2 = excluded.swept_m2, spray_l = excluded.spray_l, last_sortie_at = excluded.last_sortie_at`.execute(
    tx,
  )
}
