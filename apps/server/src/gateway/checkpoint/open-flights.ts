// Statistics of flights in the air: each point is added once, at the checkpoint after its arrival.
// Flights that this process has not followed (after a restart, a moved shard, or late points) are
// rebuilt from the stored data.
import type { Clock } from '../../platform/clock/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { FlightSoFar } from '@swath/domain/flight-so-far'
import { SILENCE_MS, type FlightState } from '@swath/domain/flight-state'
import { canonicalPoints } from '@swath/domain/canonical-points'
import { PointColumns } from '@swath/domain/telemetry-point'
import type { LiveState } from '../live/public.ts'
import type { Pipeline, PipelineDroneState } from '../pipeline/public.ts'
import { unpackPoints } from '../tracks/public.ts'
import type { OpenFigures } from './checkpoint.queries.ts'
import { chunksSince, flightsInTheAir } from './open-flights.queries.ts'

/** Limit of flights rebuilt per checkpoint, so that a restart spreads them over several. */
const builtAtOnce = 200
/** A flight with late points is rebuilt at most this long after the first of them. */
const lateMs = 30_000
/** A flight that cannot be built is tried again after this long. */
const againMs = 600_000

export type OpenFlights = {
  /** Call before waiting data is converted to rows: loads unknown flights from the database. */
  prepare(drones: readonly PipelineDroneState[]): Promise<void>
  /** Adds a drone's points since the last checkpoint. */
  add(drone: PipelineDroneState): void
  /** Null: not flying; undefined: unknown to this process. */
  figures(droneId: string): OpenFigures | null | undefined
}

type Options = {
  db: Db
  clock: Clock
  live: LiveState
  pipeline: Pipeline
  onLanded: (droneId: string) => void
}

const isDue = (
  { flight: { open }, soFar, tookOff, rebuildAtMs }: PipelineDroneState,
  nowMs: number,
): boolean =>
  open !== null &&
  !tookOff &&
  (soFar !== null && soFar.startMs !== open.startMs ? true : nowMs >= rebuildAtMs)

/**
 * A drone new to this process, or whose shard was elsewhere meanwhile: its flight continues as
 * stored in the database, unless it has just reported a take-off.
 */
const adopt = (
  drone: PipelineDroneState,
  known: FlightState | undefined,
  { pipeline, onLanded }: Options,
): void => {
  drone.synced = true
  const { open } = drone.flight
  if (drone.tookOff && open?.takeoffEvent) return
  if (!known?.open) {
    if (open !== null && !drone.tookOff)
      pipeline.resume(drone.droneId, { ...drone.flight, open: null })
    return
  }
  if (open?.startMs === known.open.startMs && !drone.tookOff) return
  const lastMs = Math.max(known.lastMs, drone.flight.lastMs || 0)
  const firstMs = Math.min(drone.live.fromMs, drone.late.fromMs)
  if (firstMs - known.lastMs > SILENCE_MS) return onLanded(drone.droneId)
  if (drone.events.some(({ type, tMs }) => type !== 'takeoff' && tMs > known.open!.startMs))
    return onLanded(drone.droneId)
  drone.tookOff = false
  pipeline.resume(drone.droneId, { ...known, lastMs, open: { ...known.open, endMs: lastMs } })
}

/** Builds the flight from stored points; the waiting points are added afterwards. */
const build = async (
  { db, live }: Options,
  drones: readonly PipelineDroneState[],
  nowMs: number,
): Promise<void> => {
  const flights = drones.map(({ droneId, flight }) => ({ droneId, startMs: flight.open!.startMs }))
  const stored = new Map<string, PointColumns>()
  for (const { drone_id, columns } of await chunksSince(db, flights)) {
    const points = stored.get(drone_id) ?? new PointColumns(1024)
    points.appendAll(unpackPoints(columns))
    stored.set(drone_id, points)
  }
  for (const [i, drone] of drones.entries()) {
    const { startMs } = flights[i]!
    const points = stored.get(drone.droneId)
    drone.soFar = null
    drone.countedPoints = 0
    drone.rebuildAtMs = nowMs + againMs
    if (!points) continue
    drone.soFar = new FlightSoFar(startMs, swathWidthOf(live, drone.droneId))
    drone.soFar.add(canonicalPoints(points))
    drone.rebuildAtMs = Infinity
    await new Promise((resolve) => setImmediate(resolve))
  }
}

const swathWidthOf = (live: LiveState, droneId: string): number =>
  live.get(droneId)?.swathWidthM ?? 0

const addWaiting = (drone: PipelineDroneState, live: LiveState, nowMs: number): void => {
  const { open } = drone.flight
  const from = drone.tookOff ? 0 : drone.countedPoints
  drone.countedPoints = drone.points.length
  if (open === null) {
    drone.soFar = null
    drone.rebuildAtMs = 0
    return
  }
  if (drone.tookOff) {
    drone.soFar = new FlightSoFar(open.startMs, swathWidthOf(live, drone.droneId))
    drone.rebuildAtMs = Infinity
  }
  if (drone.soFar?.startMs !== open.startMs) return
  if (!drone.soFar.add(drone.points, from))
    drone.rebuildAtMs = Math.min(drone.rebuildAtMs, nowMs + lateMs)
}

export const createOpenFlights = (options: Options): OpenFlights => {
  const { db, clock, live, pipeline } = options
  return {
    prepare: async (drones) => {
      const unknown = drones.filter((drone) => !drone.synced)
      if (unknown.length > 0) {
        const known = await flightsInTheAir(
          db,
          unknown.map((drone) => drone.droneId),
        )
        for (const drone of unknown) adopt(drone, known.get(drone.droneId), options)
      }
      const due = drones.filter((drone) => isDue(drone, clock.now())).slice(0, builtAtOnce)
      if (due.length > 0) await build(options, due, clock.now())
    },
    add: (drone) => addWaiting(drone, live, clock.now()),
    figures: (droneId) => {
      const drone = pipeline.one(droneId)
      if (!drone?.synced) return undefined
      const { open } = drone.flight
      if (open === null) return null
      const soFar = drone.soFar?.startMs === open.startMs ? drone.soFar.figures() : null
      return soFar ? { startMs: open.startMs, ...soFar } : undefined
    },
  }
}
