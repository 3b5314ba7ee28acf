// The past year of the demonstration, written drone after drone.
import type { Tx } from '@swath/server/platform/database/database'
import {
  analyze,
  insertRows,
  readAnomalies,
  writePlotSeasons,
  writeTotals,
  type Row,
} from './demonstration.queries.ts'
import { insertInBulk, loadInBulk } from './bulk-load.queries.ts'
import { noteMade } from '@swath/server/gateway/recompute/public'
import { takeTurns } from './campaign-fields.seed.ts'
import { findFreeFields } from './free-fields.seed.ts'
import type { GroupWork } from './group-plans.seed.ts'
import { buildPast } from './past-flights.seed.ts'
import type { PastRows } from './flown-rows.seed.ts'
import type { FlightThread } from './flight-thread.ts'
import type { World, WorldPlot } from './world-rows.seed.ts'

const dayMs = 86_400_000

/** The user signs in now and then and has read everything older than this. */
const unreadDays = 6

const kinds = [
  ['sorties', 'sortie'],
  ['records', 'work_record'],
  ['sprayings', 'plot_spraying'],
  ['chunks', 'track_chunk'],
  ['events', 'device_event'],
  ['anomalies', 'anomaly'],
  ['suspicions', 'claim_suspicion'],
  ['weather', 'flight_weather'],
] as const
type Batch = Record<(typeof kinds)[number][0], Row[]>
const emptyBatch = (): Batch => ({
  sorties: [],
  records: [],
  sprayings: [],
  chunks: [],
  events: [],
  anomalies: [],
  suspicions: [],
  weather: [],
})
const recordsABatch = 4_000
/** Alarms are few, and their triggers lock flights. */
const bulkTables = kinds.map(([, table]) => table).filter((table) => table !== 'anomaly')

export const writePast = async (
  tx: Tx,
  world: World,
  otherPlots: readonly WorldPlot[],
  pool: FlightThread['pool'],
  together: GroupWork['flights'],
  nowMs: number,
): Promise<number> => {
  const states: Row[] = []
  const made: [droneId: string, sortieIds: readonly string[]][] = []
  const shared = {
    free: findFreeFields(world, otherPlots),
    turns: takeTurns(world),
    sprayedAges: new Map<string, number[]>(),
    timesFlown: new Map<string, number>(),
  }
  let records = 0
  let batch = emptyBatch()
  // The database writes one batch while the next is made.
  let writing = Promise.resolve()
  const write = async (): Promise<void> => {
    await writing
    writing = writeBatch(tx, batch)
    // awaited above and below; avoids an unhandled rejection if something else fails first
    writing.catch(() => undefined)
    batch = emptyBatch()
  }
  await loadInBulk(tx, bulkTables, async () => {
    for (const drone of world.drones) {
      const past: PastRows = buildPast(
        drone,
        await pool(drone.pool),
        { ...shared, together: together.get(drone.id) ?? [] },
        nowMs,
      )
      for (const [kind] of kinds) batch[kind].push(...past[kind])
      made.push([drone.id, past.made])
      states.push(past.state ?? emptyState(drone.id, drone.regionCode, drone.plots[0]!.takeoff))
      records += past.records.length
      if (batch.records.length >= recordsABatch) await write()
      await new Promise(setImmediate)
    }
    await write()
    await writing
  })
  await insertRows(tx, 'drone_state', states)
  for (const [droneId, sortieIds] of made) await noteMade(tx, droneId, sortieIds)
  await writeTotals(tx)
  await analyze(tx) // everything written later reads these rows
  await writePlotSeasons(tx)
  await readAnomalies(
    tx,
    world.users.filter((user) => user.signIn).map((user) => user.id),
    new Date(nowMs - unreadDays * dayMs),
  )
  return records
}

const writeBatch = async (tx: Tx, batch: Batch): Promise<void> => {
  for (const [kind, table] of kinds) await insertInBulk(tx, table, batch[kind])
}

const emptyState = (
  droneId: string,
  regionCode: string,
  place: readonly [number, number],
): Row => ({
  drone_id: droneId,
  last_message_at: null,
  last_point_at: null,
  lng: place[0],
  lat: place[1],
  height_m: null,
  speed_ms: null,
  heading_deg: null,
  flow_l_min: null,
  tank_l: null,
  battery_percent: null,
  link_percent: null,
  flight: 'offline',
  region_code: regionCode,
  boot: null,
})
