// Writes data derived from the points of one drone, in the transaction of recompute.ts. All
// tenants: the pipeline serves all of them.
import { sql } from 'kysely'
import type { Bounds } from '@swath/domain/lng-lat'
import type { Tx } from '../../platform/database/database.ts'
import type { TimeRange } from '@swath/domain/time-range'
import { toBox } from './flying-drone.queries.ts'

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
  swathWidthM: number
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
        start_at: new Date(sortie.startMs),
        end_at: new Date(sortie.endMs),
        point_count: sortie.pointCount,
        bounds: sortie.bounds && toBox(sortie.bounds),
        manufacturer_id: sortie.manufacturerId,
        operator_id: sortie.operatorId,
        tenant_id: sortie.tenantId,
        pilot_id: sortie.pilotId,
        region_code: sortie.regionCode,
        simulated: sortie.simulated,
        swath_width_m: sortie.swathWidthM,
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
          swath_width_m: eb.ref('excluded.swath_width_m'),
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
            from_at: new Date(chunk.fromMs),
            until_at: new Date(chunk.untilMs),
            point_count: chunk.pointCount,
            columns: chunk.columns,
          })),
      )
      .execute()
  }
}

export type Contradicted = { reason: string; atMs: number; count: number; sample: string }

/** Replaces the notes of points rejected by comparison with other points. */
export const replaceContradicted = async (
  tx: Tx,
  droneId: string,
  { fromMs, untilMs }: TimeRange,
  found: readonly Contradicted[],
  toId: (found: Contradicted) => string,
): Promise<void> => {
  await tx
    .deleteFrom('quarantine')
    .where('drone_id', '=', droneId)
    .where('topic', '=', 'compared')
    .where('received_at', '>=', new Date(fromMs))
    .where('received_at', '<=', new Date(untilMs))
    .execute()
  if (found.length === 0) return
  await tx
    .insertInto('quarantine')
    .values(
      found.map((one) => ({
        drone_id: droneId,
        id: toId(one),
        received_at: new Date(one.atMs),
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
 * Sums in the order of the flights, because floating-point sums in another order differ in the last
 * digit.
 */
export const refreshTotal = async (tx: Tx, droneId: string): Promise<void> => {
  await sql`
    insert into drone_total (
      drone_id, sortie_count, duration_s, covered_m2, swept_m2, spray_l, last_sortie_at)
    select
      ${droneId},
      count(*),
      coalesce(sum(duration_s order by start_at, sortie_id), 0),
      coalesce(sum(covered_m2 order by start_at, sortie_id), 0),
      coalesce(sum(swept_m2 order by start_at, sortie_id), 0),
      coalesce(sum(spray_l order by start_at, sortie_id), 0),
      max(start_at)
    from work_record where drone_id = ${droneId}
    on conflict (drone_id) do update set
      sortie_count = excluded.sortie_count,
      duration_s = excluded.duration_s,
      covered_m2 = excluded.covered_m2,
      swept_m2 = excluded.swept_m2,
      spray_l = excluded.spray_l,
      last_sortie_at = excluded.last_sortie_at`.execute(tx)
}
