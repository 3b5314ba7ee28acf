// Work records of one drone and their hash chain: each record includes the hashes of its track and
// of the drone's previous record, in the order of start and then sortie id.
import { createHash } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import type { WorkMode } from '@swath/domain/figures'
import type { PlotSpraying } from '@swath/domain/sprayed-plots'
import { recordHashInput, type HashedRecord } from '@swath/domain/work-record'
import type { Tx } from '../../platform/database/database.ts'
import type { FlightEvents } from './flight-events.ts'
import { noteMade } from './record-made.queries.ts'
import type { Database } from '../../platform/database/schema.ts'

export type RecordRow = Omit<HashedRecord, 'droneId'> & {
  sortieId: string
  manufacturerId: string
  operatorId: string | null
  tenantId: string | null
  regionCode: string | null
  trackHash: Buffer
  events: FlightEvents
  /** `strips`: as `encodeStrips` writes them; null: to be written later. */
  plotSprayings: readonly (PlotSpraying & { strips: Uint8Array | null })[]
}

/** SHA-256 hashes; `events` is null for a record of version 1. */
type Sources = { track: Buffer; events: Buffer | null }

/**
 * SHA-256 of a record's content, its track, its events and the previous record; `previous` is empty
 * for a drone's first.
 */
export const recordHash = (
  record: HashedRecord,
  { track, events }: Sources,
  previous: Buffer,
): Buffer =>
  createHash('sha256')
    .update(
      recordHashInput(
        record,
        { track: track.toString('hex'), events: events && events.toString('hex') },
        previous.length > 0 ? previous.toString('hex') : null,
      ),
    )
    .digest()

/** The expected hash of a stored row. */
export const hashOfRow = (row: Selectable<Database['work_record']>, previous: Buffer): Buffer =>
  recordHash(toHashedRecord(row), { track: row.track_hash, events: row.events_hash }, previous)

/** A stored row in the form that was hashed; verification of the chain starts here. */
export const toHashedRecord = (row: Selectable<Database['work_record']>): HashedRecord => ({
  droneId: row.drone_id,
  startMs: row.start_at.getTime(),
  endMs: row.end_at.getTime(),
  durationS: row.duration_s,
  distanceM: row.distance_m,
  spraySeconds: row.spray_s,
  sprayL: row.spray_l,
  sprayLSource: row.spray_l_source,
  meanHeightM: row.height_m,
  meanSpeedMs: row.speed_ms,
  meanFlowLMin: row.flow_l_min,
  swathWidthM: row.width_m,
  mode: row.mode as WorkMode | null,
  coveredM2: row.covered_m2,
  sweptM2: row.swept_m2,
  repeatedM2: row.repeated_m2,
  overlapRatio: row.overlap_ratio,
  plotId: row.plot_id,
  outsidePlotShare: row.outside_plot_ratio,
  pilotId: row.pilot_id,
  cropId: row.crop_id,
  chemical: row.chemical,
  claimedAreaM2: row.claimed_m2,
})

const before = (startMs: number) => sql<boolean>`start_at < ${new Date(startMs)}`

/**
 * Replaces the records of a stretch, and recomputes their hashes and those of all later records.
 */
export const writeRecords = async (
  tx: Tx,
  droneId: string,
  fromMs: number,
  untilMs: number,
  records: readonly RecordRow[],
): Promise<void> => {
  const last = await tx
    .selectFrom('work_record')
    .where('drone_id', '=', droneId)
    .where(before(fromMs))
    .select('hash')
    .orderBy('start_at', 'desc')
    .orderBy('sortie_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  let previous: Buffer = last?.hash ?? Buffer.alloc(0)
  await tx
    .deleteFrom('work_record')
    .where('drone_id', '=', droneId)
    .where('start_at', '>=', new Date(fromMs))
    .where('start_at', '<=', new Date(untilMs))
    .execute()
  const rows = []
  for (const record of records.toSorted(
    (a, b) => a.startMs - b.startMs || (a.sortieId < b.sortieId ? -1 : 1),
  )) {
    const hash = recordHash(
      { ...record, droneId },
      { track: record.trackHash, events: record.events.hash },
      previous,
    )
    rows.push({
      drone_id: droneId,
      sortie_id: record.sortieId,
      start_at: new Date(record.startMs),
      end_at: new Date(record.endMs),
      manufacturer_id: record.manufacturerId,
      operator_id: record.operatorId,
      tenant_id: record.tenantId,
      pilot_id: record.pilotId,
      plot_id: record.plotId,
      crop_id: record.cropId,
      chemical: record.chemical,
      region_code: record.regionCode,
      mode: record.mode,
      duration_s: record.durationS,
      distance_m: record.distanceM,
      spray_s: record.spraySeconds,
      spray_l: record.sprayL,
      spray_l_source: record.sprayLSource,
      height_m: record.meanHeightM,
      speed_ms: record.meanSpeedMs,
      flow_l_min: record.meanFlowLMin,
      width_m: record.swathWidthM,
      covered_m2: record.coveredM2,
      swept_m2: record.sweptM2,
      repeated_m2: record.repeatedM2,
      overlap_ratio: record.overlapRatio,
      outside_plot_ratio: record.outsidePlotShare,
      claimed_m2: record.claimedAreaM2,
      track_hash: record.trackHash,
      events: record.events.text,
      events_hash: record.events.hash,
      previous_hash: previous,
      hash,
    })
    previous = hash
  }
  if (rows.length > 0) await tx.insertInto('work_record').values(rows).execute()
  await writePlotSprayings(tx, droneId, records)
  const chained = await chainOn(tx, droneId, untilMs, previous)
  await noteMade(tx, droneId, [...rows.map((row) => row.sortie_id), ...chained])
}

/** Rows of earlier records were deleted with them; a plot deleted meanwhile gets no row. */
const writePlotSprayings = async (
  tx: Tx,
  droneId: string,
  records: readonly RecordRow[],
): Promise<void> => {
  const rows = records.flatMap(({ sortieId, startMs, plotSprayings }) =>
    plotSprayings.map((one) => ({ ...one, sortieId, startMs })),
  )
  if (rows.length === 0) return
  await sql`
    insert into plot_spraying (drone_id, sortie_id, plot_id, start_at, covered_m2, strips)
    select ${droneId}, sprayed.sortie_id, plot.id, sprayed.start_at, sprayed.covered_m2,
      sprayed.strips
    from unnest(
      ${rows.map((row) => row.sortieId)}::uuid[],
      ${rows.map((row) => row.plotId)}::uuid[],
      ${rows.map((row) => new Date(row.startMs))}::timestamptz[],
      ${rows.map((row) => row.coveredM2)}::float8[],
      ${rows.map(({ strips }) => strips && Buffer.from(strips))}::bytea[]
    ) as sprayed (sortie_id, plot_id, start_at, covered_m2, strips)
    join plot on plot.id = sprayed.plot_id`.execute(tx)
}

/** Returns the sorties whose records have a new hash. */
const chainOn = async (
  tx: Tx,
  droneId: string,
  afterMs: number,
  last: Buffer,
): Promise<string[]> => {
  const later = await tx
    .selectFrom('work_record')
    .selectAll()
    .where('drone_id', '=', droneId)
    .where('start_at', '>', new Date(afterMs))
    .orderBy('start_at')
    .orderBy('sortie_id')
    .execute()
  let previous = last
  const changed: { sortieId: string; previous: Buffer; hash: Buffer }[] = []
  for (const row of later) {
    if (row.previous_hash.equals(previous)) break
    const hash = hashOfRow(row, previous)
    changed.push({ sortieId: row.sortie_id, previous, hash })
    previous = hash
  }
  if (changed.length === 0) return []
  await sql`
    update work_record set previous_hash = chained.previous_hash, hash = chained.hash
    from unnest(
      ${changed.map((one) => one.sortieId)}::uuid[],
      ${changed.map((one) => one.previous)}::bytea[],
      ${changed.map((one) => one.hash)}::bytea[]
    ) as chained (sortie_id, previous_hash, hash)
    where work_record.drone_id = ${droneId} and work_record.sortie_id = chained.sortie_id`.execute(
    tx,
  )
  return changed.map(({ sortieId }) => sortieId)
}
