// What waits for a checkpoint: drones with points of theirs, notes of what was refused, and the
// segments of the log that all of it came from.
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
  /** With a checkpoint that may still be making rows of them. */
  #handedOver: Segment[] = []
  #points = 0

  get points(): number {
    return this.#points
  }

  /** Something of this drone waits, with so many points more. */
  addDrone(drone: PipelineDroneState, points: number): void {
    this.#points += points
    this.#changed.add(drone)
  }

  addSegment(segment: Segment): void {
    this.#segments.push(segment)
  }

  /** One note a drone, topic and reason. */
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

  /** Another worker has it from here on. */
  forgetShard(shard: number): void {
    this.#segments = this.#segments.filter((segment) => segment.shard !== shard)
    // In place: the checkpoint must not remove from the log what is about to be cleared before it
    // became rows.
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

  /** What waited of this drone is on its way into the database, or no longer ours. */
  taken(drone: PipelineDroneState): void {
    this.#points -= drone.points.length
    clearWaiting(drone)
    this.#changed.delete(drone)
  }
}
