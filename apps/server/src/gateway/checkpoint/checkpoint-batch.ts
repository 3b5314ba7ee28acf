// Converts data waiting in memory to the rows that a checkpoint writes.
import { isSimulated } from '@swath/domain/flight-state'
import { firstLevelAreaAt } from '@swath/fixtures/first-level-areas'
import type {
  ChunkRow,
  EventRow,
  MarkRow,
  NoteRow,
  OpenRow,
  ReportRow,
  StateRow,
} from './checkpoint.queries.ts'
import { toChunkRows } from './chunk-rows.ts'
import type { OpenFlights } from './open-flights.ts'
import {
  emptyTimeRange,
  widen,
  type PipelineDroneState,
  type Pipeline,
} from '../pipeline/public.ts'
import type { SegmentKey } from '../ingest-log/public.ts'
import { pickKept, type LiveDroneState, type LiveState } from '../live/public.ts'
import { computeSortieId } from '../tracks/public.ts'

/** How long late data must pause before it is recomputed. */
export const quietMs = 30_000
/**
 * After this long without data a flight counts as silent; includes a margin for data in transit.
 */
const silentMs = 130_000

export type Batch = {
  chunks: ChunkRow[]
  events: EventRow[]
  reports: ReportRow[]
  notes: NoteRow[]
  marks: MarkRow[]
  opened: OpenRow[]
  states: StateRow[]
  segments: readonly SegmentKey[]
}

export const emptyBatch = (): Batch => ({
  chunks: [],
  events: [],
  reports: [],
  notes: [],
  marks: [],
  opened: [],
  states: [],
  segments: [],
})

export type BatchMaker = {
  /** Moves a drone's waiting data into the batch; its points only if they are due. */
  add(batch: Batch, drone: PipelineDroneState, nowMs: number): void
  stateRow(drone: LiveDroneState): StateRow
}

export const createBatchMaker = ({
  pipeline,
  live,
  openFlights,
}: {
  pipeline: Pipeline
  live: LiveState
  openFlights: OpenFlights
}): BatchMaker => {
  /** Each drone's position at the last lookup of its region. */
  const regions = new Map<string, { lng: number; lat: number; code: string | null }>()

  const regionAt = (drone: LiveDroneState): string | null => {
    if (Number.isNaN(drone.lng)) return null
    let known = regions.get(drone.droneId)
    if (
      !known ||
      Math.abs(known.lng - drone.lng) > 0.01 ||
      Math.abs(known.lat - drone.lat) > 0.01
    ) {
      known = { lng: drone.lng, lat: drone.lat, code: firstLevelAreaAt(drone.lng, drone.lat) }
      regions.set(drone.droneId, known)
    }
    return known.code
  }

  const opened = ({ droneId, flight }: PipelineDroneState): OpenRow[] => {
    const { open } = flight
    const drone = live.get(droneId)
    if (!drone || !open) return []
    return [
      {
        droneId,
        id: computeSortieId(droneId, open),
        number: open.number,
        boot: open.boot,
        startMs: open.startMs,
        endMs: open.endMs,
        regionCode: regionAt(drone),
        pilotId: open.takeoffEvent?.pilotId ?? null,
        manufacturerId: drone.manufacturerId,
        operatorId: drone.operatorId,
        tenantId: drone.tenantId,
        simulated: isSimulated(flight),
      },
    ]
  }

  return {
    add: (batch, drone, nowMs) => {
      const { droneId } = drone
      openFlights.add(drone)
      const withPoints = mustWritePoints(drone)
      if (withPoints) batch.chunks.push(...toChunkRows(droneId, drone.points, nowMs))
      for (const event of drone.events) batch.events.push({ droneId, event })
      for (const report of drone.reports) batch.reports.push({ droneId, report })
      batch.marks.push(...listMarks(drone, nowMs))
      if (drone.tookOff) batch.opened.push(...opened(drone))
      if (withPoints) pipeline.taken(drone)
      else pipeline.takenNews(drone)
    },
    stateRow: (drone) => ({
      droneId: drone.droneId,
      lastMessageMs: known(drone.lastMessageMs),
      lastPointMs: known(drone.tMs),
      lng: known(drone.lng),
      lat: known(drone.lat),
      ...pickKept(drone),
      flight: live.flight(drone),
      simulated: drone.simulated,
      regionCode: regionAt(drone),
      boot: pipeline.one(drone.droneId)?.boot ?? null,
      open: openFlights.figures(drone.droneId),
    }),
  }
}

const known = (value: number): number | null => (Number.isNaN(value) ? null : value)

/** A recomputation soon reads points that are late or come with an event. */
const mustWritePoints = ({ isChunkDue, late, events }: PipelineDroneState): boolean =>
  isChunkDue || events.length > 0 || late.fromMs <= late.untilMs

/**
 * Marks move with their flight, but not at each checkpoint: a mark that is not due soon waits, and
 * its time range with it. It is due earlier by as much, and then finds the flight still open.
 */
const listMarks = (drone: PipelineDroneState, nowMs: number): MarkRow[] => {
  const { droneId, live, late, unmarked, events } = drone
  const isLate = late.fromMs <= late.untilMs
  if (live.fromMs <= live.untilMs) {
    widen(unmarked, live.fromMs)
    widen(unmarked, live.untilMs)
  }
  const canWait = !isLate && events.length === 0 && drone.markDueMs - nowMs > silentMs / 2
  if (canWait || (!isLate && !(unmarked.fromMs <= unmarked.untilMs))) return []
  const fromMs = Math.min(unmarked.fromMs, late.fromMs)
  const untilMs = Math.max(unmarked.untilMs, late.untilMs)
  drone.unmarked = emptyTimeRange()
  drone.markDueMs = isLate ? 0 : nowMs + silentMs
  return [{ droneId, fromMs, untilMs, dueMs: nowMs + (isLate ? quietMs : silentMs) }]
}
