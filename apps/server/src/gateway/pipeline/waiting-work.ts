// Work waiting for a checkpoint: drones with unwritten points, notes of refused messages, and the
// log segments that contain them.
import type { Segment } from '../ingest-log/public.ts'
import type { PipelineMessage } from './handlers/pipeline-message.ts'
import { clearWaiting, type PipelineDroneState } from './pipeline-drone-state.ts'

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

const sampleBytes = 4 * 1024

export class WaitingWork {
  readonly #changed = new Set<PipelineDroneState>()
  #notes = new Map<string, QuarantineNote>()
  #segments: Segment[] = []
  /** Passed to a checkpoint that may still be converting them to rows. */
  #handedOver: Segment[] = []
  #points = 0

  get points(): number {
    return this.#points
  }

  /** Marks the drone as having waiting work, with this many more points. */
  addDrone(drone: PipelineDroneState, points: number): void {
    this.#points += points
    this.#changed.add(drone)
  }

  addSegment(segment: Segment): void {
    this.#segments.push(segment)
  }

  /** One note per drone, topic and reason. */
  addNote(
    { drone, kind, receivedAtMs, bytes, stored }: PipelineMessage,
    reason: string,
    count: number,
  ): void {
    const topic = stored ? kind : kind.replace('track', 'osd')
    const key = `${drone.droneId}\n${topic}\n${reason}`
    const note = this.#notes.get(key)
    if (note) note.count += count
    else
      this.#notes.set(key, {
        droneId: drone.droneId,
        topic,
        reason,
        count,
        receivedAtMs,
        sample: Buffer.from(bytes.subarray(0, sampleBytes)),
      })
  }

  /** Another worker holds the shard from now on. */
  forgetShard(shard: number): void {
    this.#segments = this.#segments.filter((segment) => segment.shard !== shard)
    // In place: the checkpoint must not remove segments from the log whose data is cleared before
    // it became rows.
    this.#handedOver.splice(
      0,
      this.#handedOver.length,
      ...this.#handedOver.filter((segment) => segment.shard !== shard),
    )
    for (const drone of this.#changed) if (drone.shard === shard) this.taken(drone)
  }

  handOver(): Waiting {
    const waiting = {
      drones: [...this.#changed],
      notes: [...this.#notes.values()],
      segments: this.#segments,
    }
    this.#notes = new Map()
    this.#segments = []
    this.#handedOver = waiting.segments
    return waiting
  }

  /** The drone's waiting data is being written to the database, or belongs to another worker. */
  taken(drone: PipelineDroneState): void {
    this.#points -= drone.points.length
    clearWaiting(drone)
    this.#changed.delete(drone)
  }
}
