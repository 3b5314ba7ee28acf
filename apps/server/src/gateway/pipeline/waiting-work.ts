// Work waiting for a checkpoint: drones with unwritten data, notes of refused messages, and the log
// segments that contain them. Points wait for several checkpoints, so that a chunk has more of them;
// the drones take turns.
import type { Segment, SegmentKey } from '../ingest-log/public.ts'
import type { PipelineMessage } from './handlers/pipeline-message.ts'
import { clearNews, clearPoints, type PipelineDroneState } from './pipeline-drone-state.ts'

export type QuarantineNote = {
  droneId: string
  topic: string
  reason: string
  count: number
  receivedAtMs: number
  sample: Buffer
}

/** What a checkpoint writes, and the segments that are not needed any more once it has. */
export type Waiting = {
  drones: PipelineDroneState[]
  notes: QuarantineNote[]
  segments: SegmentKey[]
}

/** A segment, without its records, and its number among those that were taken. */
type TakenSegment = SegmentKey & { readonly number: number }

const sampleBytes = 4 * 1024

export class WaitingWork {
  /** Drones with data since the last checkpoint. */
  readonly #changed = new Set<PipelineDroneState>()
  /** Drones with points that earlier checkpoints have left waiting. */
  readonly #holding = new Set<PipelineDroneState>()
  #notes = new Map<string, QuarantineNote>()
  #segments: TakenSegment[] = []
  /** Passed to a checkpoint that may still be converting them to rows. */
  #handedOver: TakenSegment[] = []
  #points = 0
  /** Number of the newest segment. */
  #taken = 0
  #checkpoints = 0

  get points(): number {
    return this.#points
  }

  /** The records of the segment follow. */
  addSegment({ shard, id }: Segment): void {
    this.#segments.push({ shard, id, number: ++this.#taken })
  }

  /** Marks the drone as having waiting work, with this many more points of the newest segment. */
  addDrone(drone: PipelineDroneState, points: number): void {
    this.#points += points
    this.#changed.add(drone)
    if (points > 0 && drone.points.length === points) drone.waitingSince = this.#taken
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
    for (const waiting of [this.#changed, this.#holding])
      for (const drone of waiting) if (drone.shard === shard) this.taken(drone)
  }

  /**
   * The drones with news, and those whose points are due: at every checkpoint, or at each
   * `chunkCheckpoints`th one, which differ from drone to drone. A segment is released when no point
   * of it is left waiting.
   */
  handOver(chunkCheckpoints: number): Waiting {
    this.#checkpoints++
    let waitingSince = Infinity
    for (const waiting of [this.#changed, this.#holding])
      for (const drone of waiting) {
        drone.isChunkDue = (this.#checkpoints + drone.turn) % chunkCheckpoints === 0
        if (drone.isChunkDue) this.#changed.add(drone)
        else if (drone.points.length > 0) waitingSince = Math.min(waitingSince, drone.waitingSince)
      }
    const released = this.#segments.findLastIndex(({ number }) => number < waitingSince) + 1
    const waiting = {
      drones: [...this.#changed],
      notes: [...this.#notes.values()],
      segments: this.#segments.slice(0, released),
    }
    this.#notes = new Map()
    this.#segments = this.#segments.slice(released)
    this.#handedOver = waiting.segments
    return waiting
  }

  /** The drone's waiting data is being written to the database, or belongs to another worker. */
  taken(drone: PipelineDroneState): void {
    this.#points -= drone.points.length
    clearPoints(drone)
    clearNews(drone)
    this.#changed.delete(drone)
    this.#holding.delete(drone)
  }

  /** The same, except for the drone's points, which wait. */
  takenNews(drone: PipelineDroneState): void {
    clearNews(drone)
    this.#changed.delete(drone)
    if (drone.points.length > 0) this.#holding.add(drone)
  }
}
