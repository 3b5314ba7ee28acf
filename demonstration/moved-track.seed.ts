import type { PointColumns } from '@swath/domain/telemetry-point'
import { encodeTrack } from '@swath/domain/track-columns'
import { movePackedTrack } from '@swath/domain/track-packing'
import { packTrack } from '@swath/server/gateway/tracks/public'

/** As long as the names of moved flights, so that one can replace the other. */
export const templateBoot = 'aaaaaa'

/** Steps of a track's longitude in a degree. */
export const lngSteps = 1e7

/**
 * The bytes of a template's track for a flight at another time, farther east or west, under another
 * boot name, without encoding it again: 50,000 of them are hashed at the first start. Only three
 * fields differ, because all other times and longitudes are stored as differences: the one boot
 * name (as long as the template's), the first time and the first longitude.
 */
export class MovableTrack {
  readonly #bytes: Buffer
  readonly #packed: Buffer
  readonly #bootAt: number
  readonly #timeAt: number
  readonly #timeLength: number
  readonly #lngAt: number
  readonly #firstLng: number

  /** @throws when the bytes are not in the layout of packages/domain/src/track-columns.ts */
  constructor(points: PointColumns) {
    const firstMs = points.tMs[0]!
    this.#bytes = Buffer.from(encodeTrack(points))
    this.#packed = packTrack(points)
    this.#bootAt = this.#bytes.indexOf(templateBoot)
    const time = varint(firstMs * 2)
    // count of columns, then the first column: its id 1 (time), presence 0 (all), the order of its
    // differences
    const column = this.#bootAt + templateBoot.length + 1
    this.#timeAt = column + 3
    this.#timeLength = time.length
    const found = this.#bytes.subarray(this.#timeAt, this.#timeAt + time.length)
    this.#firstLng = Math.round(points.lng[0]! * lngSteps)
    // its id 2 (longitude), presence 0 (all), the order of its differences
    const lng = varint(this.#firstLng * 2)
    const places = [1, 2].map((order) =>
      this.#bytes.indexOf(Buffer.from([2, 0, order, ...lng]), this.#timeAt),
    )
    this.#lngAt = Math.max(...places) + 3
    if (
      this.#lngAt < 3 ||
      this.#bootAt < 0 ||
      this.#bytes[column] !== 1 ||
      this.#bytes[column + 1] !== 0 ||
      !found.equals(time)
    )
      throw new Error('A track is not laid out as expected')
  }

  /** `eastSteps`: of longitude. The buffer is overwritten by the next call. */
  at(firstMs: number, boot: string, eastSteps = 0): Buffer {
    const time = varint(firstMs * 2)
    const lng = varint((this.#firstLng + eastSteps) * 2)
    if (
      boot.length !== templateBoot.length ||
      time.length !== this.#timeLength ||
      lng.length !== varint(this.#firstLng * 2).length
    )
      throw new Error(`A track cannot be moved to ${firstMs} and ${eastSteps} as ${boot}`)
    this.#bytes.write(boot, this.#bootAt, 'latin1')
    time.copy(this.#bytes, this.#timeAt)
    lng.copy(this.#bytes, this.#lngAt)
    return this.#bytes
  }

  /** The same as it is stored. */
  packedAt(firstMs: number, boot: string, eastSteps = 0): Uint8Array {
    const firsts = { tMs: firstMs, lng: this.#firstLng + eastSteps }
    const moved = movePackedTrack(this.#packed, [boot], firsts)
    if (!moved) throw new Error('A track is not packed')
    return moved
  }
}

/** LEB128; times are beyond 32 bits, so by division. */
const varint = (value: number): Buffer => {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128)
  bytes.push(rest)
  return Buffer.from(bytes)
}
