// Data of flights that is compared with other flights, and suspicions about single flights.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Bounds } from '@swath/domain/lng-lat'
import type { Suspicion } from '@swath/domain/claim-rules'
import type { Tx } from '../../platform/database/database.ts'
import { computeSuspicionId } from '../tracks/public.ts'
import { toBox } from './flying-drone.queries.ts'
import type { SortieRow } from './recompute.queries.ts'

export type ClaimRow = {
  sortieId: string
  startMs: number
  operatorId: string | null
  coveredM2: number
  bounds: Bounds
  places: readonly number[]
  boot: string | null
  firstSeq: number | null
  lastSeq: number | null
}

/** A claim that did not change keeps its state of comparison. */
export const writeClaims = async (
  tx: Tx,
  droneId: string,
  rows: readonly ClaimRow[],
): Promise<void> => {
  if (rows.length === 0) return
  await tx
    .insertInto('flight_claim')
    .values(
      rows.map((row) => ({
        drone_id: droneId,
        sortie_id: row.sortieId,
        start_at: new Date(row.startMs),
        operator_id: row.operatorId,
        covered_m2: row.coveredM2,
        bounds: toBox(row.bounds),
        places: [...row.places],
        boot: row.boot,
        first_seq: row.firstSeq,
        last_seq: row.lastSeq,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['drone_id', 'sortie_id']).doUpdateSet((eb) => ({
        start_at: eb.ref('excluded.start_at'),
        operator_id: eb.ref('excluded.operator_id'),
        covered_m2: eb.ref('excluded.covered_m2'),
        bounds: eb.ref('excluded.bounds'),
        places: eb.ref('excluded.places'),
        boot: eb.ref('excluded.boot'),
        first_seq: eb.ref('excluded.first_seq'),
        last_seq: eb.ref('excluded.last_seq'),
        compared: sql<boolean>`flight_claim.compared
            and flight_claim.bounds ~= excluded.bounds
            and (flight_claim.start_at, flight_claim.operator_id, flight_claim.covered_m2,
              flight_claim.places, flight_claim.boot, flight_claim.first_seq, flight_claim.last_seq)
              is not distinct from (excluded.start_at, excluded.operator_id, excluded.covered_m2,
              excluded.places, excluded.boot, excluded.first_seq, excluded.last_seq)`,
      })),
    )
    .execute()
}

/** Removes flights that no longer exist or claim nothing from comparisons with others. */
export const removeClaims = async (
  tx: Tx,
  droneId: string,
  sortieIds: readonly string[],
): Promise<void> => {
  if (sortieIds.length === 0) return
  const ids = [...sortieIds]
  await tx
    .deleteFrom('flight_claim')
    .where('drone_id', '=', droneId)
    .where('sortie_id', 'in', ids)
    .execute()
  await takeBack(
    tx,
    sql`(claim_suspicion.other_drone_id = ${droneId}
      and claim_suspicion.other_sortie_id = any(${ids}::uuid[]))`,
  )
}

/** A supervisor has acted on it, so it must not disappear. */
const isTouched = sql<boolean>`(claim_suspicion.state <> 'open' or exists (select from claim_step
  where claim_step.drone_id = claim_suspicion.drone_id
    and claim_step.suspicion_id = claim_suspicion.id))`

/** Removes suspicions that turned out wrong, or withdraws those that users know of. */
const takeBack = async (tx: Tx, which: RawBuilder<SqlBool>): Promise<void> => {
  await tx
    .deleteFrom('claim_suspicion')
    .where(which)
    .where((is) => is.not(isTouched))
    .execute()
  await tx
    .updateTable('claim_suspicion')
    .set({ state: 'withdrawn', version: sql<number>`version + 1` })
    .where(which)
    .where('state', '<>', 'withdrawn')
    .execute()
}

/** A withdrawn suspicion that is found again is reopened. */
const isBack = sql<boolean>`claim_suspicion.state = 'withdrawn'`

export type SuspicionRow = Suspicion & {
  /** The flight and its parties. */
  flight: Pick<SortieRow, 'id' | 'manufacturerId' | 'operatorId' | 'tenantId' | 'regionCode'>
  other: { droneId: string; sortieId: string } | null
}

const writeSuspicions = async (
  tx: Tx,
  droneId: string,
  rows: readonly SuspicionRow[],
): Promise<void> => {
  if (rows.length === 0) return
  await tx
    .insertInto('claim_suspicion')
    .values(
      rows.map(({ cause, tMs, lngLat, evidence, flight, other }) => ({
        drone_id: droneId,
        id: computeSuspicionId(droneId, flight.id, cause, other),
        sortie_id: flight.id,
        cause,
        at: new Date(tMs),
        lng: lngLat[0],
        lat: lngLat[1],
        other_drone_id: other?.droneId ?? null,
        other_sortie_id: other?.sortieId ?? null,
        evidence: JSON.stringify(evidence),
        manufacturer_id: flight.manufacturerId,
        operator_id: flight.operatorId,
        tenant_id: flight.tenantId,
        region_code: flight.regionCode,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['drone_id', 'id'])
        .doUpdateSet((eb) => ({
          at: eb.ref('excluded.at'),
          lng: eb.ref('excluded.lng'),
          lat: eb.ref('excluded.lat'),
          evidence: eb.ref('excluded.evidence'),
          manufacturer_id: eb.ref('excluded.manufacturer_id'),
          operator_id: eb.ref('excluded.operator_id'),
          tenant_id: eb.ref('excluded.tenant_id'),
          region_code: eb.ref('excluded.region_code'),
          state: sql<'open'>`case when ${isBack} then 'open' else claim_suspicion.state end`,
          decided_at: sql<null>`case when ${isBack} then null else claim_suspicion.decided_at end`,
          version: sql<number>`claim_suspicion.version + (${isBack})::int`,
        })),
    )
    .execute()
}

/** Replaces suspicions about single flights; known ones keep their creation time. */
export const replaceOwnSuspicions = async (
  tx: Tx,
  droneId: string,
  sortieIds: readonly string[],
  rows: readonly SuspicionRow[],
): Promise<void> => {
  if (sortieIds.length === 0) return
  const ids = rows.map(({ cause, flight }) => computeSuspicionId(droneId, flight.id, cause, null))
  await takeBack(
    tx,
    sql`(claim_suspicion.drone_id = ${droneId}
      and claim_suspicion.sortie_id = any(${[...sortieIds]}::uuid[])
      and claim_suspicion.other_sortie_id is null
      and claim_suspicion.id <> all(${ids}::uuid[]))`,
  )
  await writeSuspicions(tx, droneId, rows)
}

/** Replaces a flight's suspicions that involve other flights. */
export const replaceSharedSuspicions = async (
  tx: Tx,
  { droneId, sortieId }: { droneId: string; sortieId: string },
  rows: readonly (SuspicionRow & { droneId: string })[],
): Promise<void> => {
  const ids = rows.map((row) =>
    computeSuspicionId(row.droneId, row.flight.id, row.cause, row.other),
  )
  await takeBack(
    tx,
    sql`(claim_suspicion.id <> all(${ids}::uuid[])
      and ((claim_suspicion.drone_id = ${droneId} and claim_suspicion.sortie_id = ${sortieId}::uuid
          and claim_suspicion.other_sortie_id is not null)
        or (claim_suspicion.other_drone_id = ${droneId}
          and claim_suspicion.other_sortie_id = ${sortieId}::uuid)))`,
  )
  for (const row of rows) await writeSuspicions(tx, row.droneId, [row])
}
