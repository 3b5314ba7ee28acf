import { inBounds } from './lng-lat.ts'
import type { Bounds } from './lng-lat.ts'

const CELL_DEG = 0.25
const COLUMNS = 1440
const ROWS = 720

type Cell = { column: number; row: number; slots: Int32Array; length: number }

export type Cluster = { readonly lng: number; readonly lat: number; readonly count: number }

/**
 * The position of every drone, by slot (a small number that the caller allocates), in cells of
 * 0.25°. Setting or removing a position touches two cells at most; removing a slot from a cell
 * moves the last slot of the cell into its place.
 */
export class LiveGrid {
  readonly #cells = new Map<number, Cell>()
  #lng = new Float64Array(1024)
  #lat = new Float64Array(1024)
  /** Cell key of a slot, -1 without. */
  #key = new Int32Array(1024).fill(-1)
  #place = new Int32Array(1024)
  #size = 0

  get size(): number {
    return this.#size
  }

  set(slot: number, lng: number, lat: number): void {
    if (slot >= this.#key.length) this.#grow(slot + 1)
    const key = toRow(lat) * COLUMNS + toColumn(lng)
    this.#lng[slot] = lng
    this.#lat[slot] = lat
    if (this.#key[slot] === key) return
    this.remove(slot)
    let cell = this.#cells.get(key)
    if (cell === undefined) {
      cell = {
        column: key % COLUMNS,
        row: Math.floor(key / COLUMNS),
        slots: new Int32Array(4),
        length: 0,
      }
      this.#cells.set(key, cell)
    } else if (cell.length === cell.slots.length) {
      const slots = new Int32Array(cell.length * 2)
      slots.set(cell.slots)
      cell.slots = slots
    }
    cell.slots[cell.length] = slot
    this.#place[slot] = cell.length++
    this.#key[slot] = key
    this.#size++
  }

  remove(slot: number): void {
    const key = this.#key[slot] ?? -1
    if (key < 0) return
    const cell = this.#cells.get(key)!
    const last = cell.slots[--cell.length]!
    const place = this.#place[slot]!
    cell.slots[place] = last
    this.#place[last] = place
    this.#key[slot] = -1
    this.#size--
    if (cell.length === 0) this.#cells.delete(key)
  }

  #grow(atLeast: number): void {
    const capacity = Math.max(atLeast, this.#key.length * 2)
    const lng = new Float64Array(capacity)
    const lat = new Float64Array(capacity)
    const key = new Int32Array(capacity).fill(-1)
    const place = new Int32Array(capacity)
    lng.set(this.#lng)
    lat.set(this.#lat)
    key.set(this.#key)
    place.set(this.#place)
    this.#lng = lng
    this.#lat = lat
    this.#key = key
    this.#place = place
  }

  /**
   * Calls `visit` with each cell that the bounds touch, and whether the cell is entirely inside.
   */
  #eachCell(bounds: Bounds, visit: (cell: Cell, whole: boolean) => void): void {
    const left = toColumn(bounds.minLng)
    const right = toColumn(bounds.maxLng)
    const low = toRow(bounds.minLat)
    const high = toRow(bounds.maxLat)
    const visitIn = (cell: Cell) =>
      visit(cell, cell.column > left && cell.column < right && cell.row > low && cell.row < high)
    if ((right - left + 1) * (high - low + 1) > this.#cells.size) {
      for (const cell of this.#cells.values()) {
        if (cell.column >= left && cell.column <= right && cell.row >= low && cell.row <= high)
          visitIn(cell)
      }
      return
    }
    for (let row = low; row <= high; row++) {
      for (let column = left; column <= right; column++) {
        const cell = this.#cells.get(row * COLUMNS + column)
        if (cell !== undefined) visitIn(cell)
      }
    }
  }

  /** Slots inside, added to `into`, in no particular order. */
  query(bounds: Bounds, into: number[] = []): number[] {
    this.#eachCell(bounds, (cell, whole) => {
      for (let i = 0; i < cell.length; i++) {
        const slot = cell.slots[i]!
        if (whole || inBounds(bounds, this.#lng[slot]!, this.#lat[slot]!)) into.push(slot)
      }
    })
    return into
  }

  /**
   * Counts by squares of about 64 pixels of a 256-pixel tile at a zoom, each at the mean of its
   * positions. `accepts` excludes drones that the viewer may not see.
   */
  clusterCounts(bounds: Bounds, zoom: number, accepts?: (slot: number) => boolean): Cluster[] {
    const sizeDeg = 360 / 2 ** (Math.max(0, Math.floor(zoom)) + 2)
    const across = Math.ceil(360 / sizeDeg)
    const found = new Map<number, { lng: number; lat: number; count: number }>()
    this.#eachCell(bounds, (cell, whole) => {
      for (let i = 0; i < cell.length; i++) {
        const slot = cell.slots[i]!
        const lng = this.#lng[slot]!
        const lat = this.#lat[slot]!
        if (!whole && !inBounds(bounds, lng, lat)) continue
        if (accepts !== undefined && !accepts(slot)) continue
        const key = Math.floor((lat + 90) / sizeDeg) * across + Math.floor((lng + 180) / sizeDeg)
        const cluster = found.get(key)
        if (cluster === undefined) found.set(key, { lng, lat, count: 1 })
        else {
          cluster.lng += lng
          cluster.lat += lat
          cluster.count++
        }
      }
    })
    return Array.from(found.values(), ({ lng, lat, count }) => ({
      lng: lng / count,
      lat: lat / count,
      count,
    }))
  }
}

function toColumn(lng: number): number {
  return Math.max(0, Math.min(COLUMNS - 1, Math.floor((lng + 180) / CELL_DEG)))
}

function toRow(lat: number): number {
  return Math.max(0, Math.min(ROWS - 1, Math.floor((lat + 90) / CELL_DEG)))
}
