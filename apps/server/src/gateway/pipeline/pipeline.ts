// What happens to a message after the endpoint, in the order below.
import { ZoneWatch, type Anomaly } from '@swath/domain/anomaly-rules'
import { isSimulated, type FlightState } from '@swath/domain/flight-state'
import { ZoneIndex, type AirZone } from '@swath/domain/zone-index'
import type { GatewayCounters } from '../counters.ts'
import { clearWaiting, createDroneState, type PipelineDroneState } from './pipeline-drone-state.ts'
import { collect } from './handlers/collect.ts'
import { flightPhase } from './handlers/flight-phase.ts'
import { livePosition } from './handlers/live-position.ts'
import type { Handler, PipelineMessage, PipelineContext } from './handlers/pipeline-message.ts'
import { quarantine } from './handlers/quarantine.ts'
import { validate } from './handlers/validate.ts'
import { zoneWatch } from './handlers/zone-watch.ts'
import {
  pickShard,
  type IngestRecord,
  type Segment,
  type SegmentSink,
} from '../ingest-log/public.ts'
import type { LiveState } from '../live/public.ts'
import { decode, type Decoded } from '../protocols/public.ts'

const handlers: readonly Handler[] = [
  validate, // which points can be true, and when they really were
  quarantine, // what cannot be true is kept apart, with the reason
  livePosition, // where the drone is now
  flightPhase, // whether it flies: asks for the record at a landing
  zoneWatch, // whether it flies where it must not
  collect, // what the next checkpoint writes
]

export type QuarantineNote = {
  droneId: string
  topic: string
  reason: string
  count: number
  receivedAtMs: number
  sample: Buffer
}

/** Everything that waits for a checkpoint. */
export type Waiting = { drones: PipelineDroneState[]; notes: QuarantineNote[]; segments: Segment[] }

export type PipelineOptions = {
  live: LiveState
  counters: GatewayCounters
  /** A flight ended, or is none after all: what follows from its points is wanted now. */
  onLanded: (droneId: string) => void
  onAlarm: (droneId: string, sortieId: string, anomaly: Anomaly) => void
  onBroken: (record: IngestRecord, error: unknown) => void
}

export type Pipeline = {
  sink: SegmentSink
  /** A position that is not stored. */
  show(droneId: string, decoded: Decoded, receivedAtMs: number): void
  setZones(zones: ZoneIndex<AirZone>): void
  /** What the detector knew of a drone before the program was started anew. */
  resume(droneId: string, flight: FlightState): void
  waitingPoints(): number
  /**
   * Hands over notes and segments; the drones keep what waits until each is `taken`. Segments of a
   * shard that is lost leave the list again.
   */
  handOver(): Waiting
  one(droneId: string): PipelineDroneState | undefined
  /** What waited of this drone is on its way into the database. */
  taken(drone: PipelineDroneState): void
}

const sampleBytes = 4 * 1024
const nothing = Buffer.alloc(0)

/** One note a drone, topic and reason. */
const addNote = (
  notes: Map<string, QuarantineNote>,
  { drone, kind, receivedAtMs, bytes, stored }: PipelineMessage,
  reason: string,
  count: number,
): void => {
  const topic = stored ? kind : kind.replace('track', 'osd')
  const key = `${drone.droneId}\n${topic}\n${reason}`
  const note = notes.get(key)
  if (note) note.count += count
  else
    notes.set(key, {
      droneId: drone.droneId,
      topic,
      reason,
      count,
      receivedAtMs,
      sample: Buffer.from(bytes.subarray(0, sampleBytes)),
    })
}

const newMessage = (
  told: Pick<
    PipelineMessage,
    'drone' | 'kind' | 'receivedAtMs' | 'bytes' | 'refusal' | 'stored' | 'decoded'
  >,
): PipelineMessage => ({ ...told, points: [], event: null, rejected: null })

const createEffects = (
  { live, counters, onLanded, onAlarm }: Omit<PipelineOptions, 'onBroken'>,
  watch: ZoneWatch,
  notes: () => Map<string, QuarantineNote>,
): PipelineContext['effects'] => ({
  quarantine: (message, reason, count) => {
    counters.quarantined[reason] = (counters.quarantined[reason] ?? 0) + count
    addNote(notes(), message, reason, count)
  },
  alarm: (drone, sortieId, anomaly) => onAlarm(drone.droneId, sortieId, anomaly),
  landed: (drone) => {
    if (drone.flight.open === null) live.land(drone.droneId)
    onLanded(drone.droneId)
  },
  endedLate: (drone) => onLanded(drone.droneId),
  tookOff: (drone) => {
    watch.rearm(drone.droneId)
    live.takeOff(drone.droneId, isSimulated(drone.flight))
    drone.tookOff = true
  },
  simulated: (drone) => {
    if (isSimulated(drone.flight)) live.markSimulated(drone.droneId)
    onLanded(drone.droneId)
  },
})

export const createPipeline = ({
  live,
  counters,
  onLanded,
  onAlarm,
  onBroken,
}: PipelineOptions): Pipeline => {
  const drones = new Map<string, PipelineDroneState>()
  const changed = new Set<PipelineDroneState>()
  const watch = new ZoneWatch()
  let notes = new Map<string, QuarantineNote>()
  let segments: Segment[] = []
  /** With a checkpoint that may still be making rows of them. */
  let handedOver: Segment[] = []
  let points = 0

  const context: PipelineContext = {
    live,
    watch,
    zones: new ZoneIndex<AirZone>([]),
    effects: createEffects({ live, counters, onLanded, onAlarm }, watch, () => notes),
  }

  const openState = (droneId: string): PipelineDroneState => {
    let drone = drones.get(droneId)
    if (!drone) drones.set(droneId, (drone = createDroneState(droneId, pickShard(droneId))))
    return drone
  }

  const pass = (message: PipelineMessage): void => {
    const before = message.drone.points.length
    for (const handle of handlers) handle(message, context)
    if (!message.stored) return
    points += message.drone.points.length - before
    changed.add(message.drone)
  }

  const take = (record: IngestRecord): void => {
    const { droneId, kind, receivedAtMs, refusal, bytes } = record
    try {
      const decoded = record.decoded ?? (refusal === '' ? decode(kind, bytes) : refused)
      pass(
        newMessage({
          drone: openState(droneId),
          kind,
          receivedAtMs,
          bytes,
          refusal,
          stored: true,
          decoded,
        }),
      )
    } catch (error) {
      onBroken(record, error)
    }
  }

  return {
    sink: {
      take: (segment) => {
        for (const record of segment.records) take(record)
        segments.push(segment)
      },
      lost: (shard) => {
        segments = segments.filter((segment) => segment.shard !== shard)
        // In place: the checkpoint must not remove from the log what is about to be cleared before
        // it became rows.
        handedOver.splice(
          0,
          handedOver.length,
          ...handedOver.filter((segment) => segment.shard !== shard),
        )
        for (const drone of changed) {
          if (drone.shard !== shard) continue
          points -= drone.points.length
          clearWaiting(drone)
          changed.delete(drone)
        }
      },
    },
    show: (droneId, decoded, receivedAtMs) => {
      const drone = openState(droneId)
      pass(
        newMessage({
          drone,
          kind: 'track',
          receivedAtMs,
          bytes: nothing,
          refusal: '',
          stored: false,
          decoded,
        }),
      )
    },
    setZones: (zones) => {
      context.zones = zones
    },
    resume: (droneId, flight) => {
      openState(droneId).flight = flight
      if (isSimulated(flight)) live.markSimulated(droneId)
    },
    waitingPoints: () => points,
    handOver: () => {
      const waiting = { drones: [...changed], notes: [...notes.values()], segments }
      notes = new Map()
      segments = []
      handedOver = waiting.segments
      return waiting
    },
    one: (droneId) => drones.get(droneId),
    taken: (drone) => {
      points -= drone.points.length
      clearWaiting(drone)
      changed.delete(drone)
    },
  }
}

const refused: Decoded = { type: 'unreadable', reason: 'malformed' }
