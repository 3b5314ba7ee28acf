// The steps that process a message after the endpoint, in the order below.
import { ZoneWatch, type Anomaly } from '@swath/domain/anomaly-rules'
import { isSimulated, type FlightState } from '@swath/domain/flight-state'
import { noZonesInForce, type ZonesInForce } from '@swath/domain/zones-in-force'
import type { GatewayCounters } from '../counters.ts'
import { createDroneState, type PipelineDroneState } from './pipeline-drone-state.ts'
import { collect } from './handlers/collect.ts'
import { flightPhase } from './handlers/flight-phase.ts'
import { livePosition } from './handlers/live-position.ts'
import type { Handler, PipelineMessage, PipelineContext } from './handlers/pipeline-message.ts'
import { quarantine } from './handlers/quarantine.ts'
import { validate } from './handlers/validate.ts'
import { zoneWatch } from './handlers/zone-watch.ts'
import type { IngestRecord, SegmentSink } from '../ingest-log/public.ts'
import type { LiveState } from '../live/public.ts'
import { decode, type Decoded } from '../protocols/public.ts'
import { WaitingWork, type Waiting } from './waiting-work.ts'

const handlers: readonly Handler[] = [
  validate, // rejects implausible points, and corrects times
  quarantine, // stores rejected data with the reason
  livePosition, // shows the drone's position
  flightPhase, // detects take-off and landing, and requests the record after a landing
  zoneWatch, // raises alarms about zones
  collect, // queues data for the next checkpoint
]

export type PipelineOptions = {
  live: LiveState
  counters: GatewayCounters
  /** A flight ended or turned out to be simulated: the results of its points are needed now. */
  onLanded: (droneId: string) => void
  onAlarm: (droneId: string, sortieId: string, anomaly: Anomaly) => void
  onBroken: (record: IngestRecord, error: unknown) => void
}

export type Pipeline = {
  sink: SegmentSink
  /** Shows a position that is not stored. */
  show(droneId: string, decoded: Decoded, receivedAtMs: number): void
  setZones(zones: ZonesInForce): void
  /** Restores the detector's state of a drone after a restart. */
  resume(droneId: string, flight: FlightState): void
  waitingPoints(): number
  /**
   * Passes notes and segments to a checkpoint; the drones keep their waiting data until `taken` or
   * `takenNews` is called for each. Segments of a lost shard are removed from the list.
   *
   * @param chunkCheckpoints how many checkpoints at most a point waits for; 1: all are due
   */
  handOver(chunkCheckpoints: number): Waiting
  one(droneId: string): PipelineDroneState | undefined
  /** The drone's waiting data is being written to the database. */
  taken(drone: PipelineDroneState): void
  /** The same, except for its points. */
  takenNews(drone: PipelineDroneState): void
}

const nothing = Buffer.alloc(0)

const newMessage = (
  received: Pick<
    PipelineMessage,
    'drone' | 'kind' | 'receivedAtMs' | 'bytes' | 'refusal' | 'stored' | 'decoded'
  >,
): PipelineMessage => ({ ...received, points: [], event: null, rejected: null })

const createEffects = (
  { live, counters, onLanded, onAlarm }: Omit<PipelineOptions, 'onBroken'>,
  watch: ZoneWatch,
  waiting: WaitingWork,
): PipelineContext['effects'] => ({
  quarantine: (message, reason, count) => {
    counters.quarantined[reason] = (counters.quarantined[reason] ?? 0) + count
    waiting.addNote(message, reason, count)
  },
  alarm: (drone, sortieId, anomaly) => onAlarm(drone.droneId, sortieId, anomaly),
  landed: (drone) => {
    if (drone.flight.open === null) live.land(drone.droneId)
    onLanded(drone.droneId)
  },
  changedFlight: (drone) => onLanded(drone.droneId),
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

export const createPipeline = (options: PipelineOptions): Pipeline => {
  const { live, onBroken } = options
  const drones = new Map<string, PipelineDroneState>()
  const waiting = new WaitingWork()
  const watch = new ZoneWatch()
  const context: PipelineContext = {
    live,
    watch,
    zones: noZonesInForce,
    effects: createEffects(options, watch, waiting),
  }

  const openState = (droneId: string): PipelineDroneState => {
    let drone = drones.get(droneId)
    if (!drone) drones.set(droneId, (drone = createDroneState(droneId)))
    return drone
  }

  return {
    sink: {
      take: (segment) => {
        waiting.addSegment(segment)
        for (const record of segment.records) {
          try {
            work(openState(record.droneId), record, context, waiting)
          } catch (error) {
            onBroken(record, error)
          }
        }
      },
      lost: (shard) => {
        waiting.forgetShard(shard)
        for (const drone of drones.values())
          if (drone.shard === shard)
            Object.assign(drone, { synced: false, soFar: null, markDueMs: 0 })
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
        context,
      )
    },
    setZones: (zones) => {
      context.zones = zones
    },
    resume: (droneId, flight) => {
      openState(droneId).flight = flight
      if (isSimulated(flight)) live.markSimulated(droneId)
    },
    waitingPoints: () => waiting.points,
    handOver: (chunkCheckpoints) => waiting.handOver(chunkCheckpoints),
    one: (droneId) => drones.get(droneId),
    taken: (drone) => waiting.taken(drone),
    takenNews: (drone) => waiting.takenNews(drone),
  }
}

const pass = (message: PipelineMessage, context: PipelineContext): void => {
  for (const handle of handlers) handle(message, context)
}

const work = (
  drone: PipelineDroneState,
  record: IngestRecord,
  context: PipelineContext,
  waiting: WaitingWork,
): void => {
  const { kind, receivedAtMs, refusal, bytes } = record
  const decoded = record.decoded ?? (refusal === '' ? decode(kind, bytes) : refused)
  const before = drone.points.length
  pass(newMessage({ drone, kind, receivedAtMs, bytes, refusal, stored: true, decoded }), context)
  waiting.addDrone(drone, drone.points.length - before)
}

const refused: Decoded = { type: 'unreadable', reason: 'malformed' }
