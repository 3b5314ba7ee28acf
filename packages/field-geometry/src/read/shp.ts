// The shapes of a Shapefile (ESRI Shapefile Technical Description, July 1998).
import type { LngLat } from '@swath/domain/lng-lat'
import type { ParsedGeometry } from '../feature.ts'

const FILE_CODE = 9994
const HEAD_BYTES = 100
const RECORD_HEAD_BYTES = 8

const typeNames: Readonly<Record<number, string>> = {
  1: 'Point',
  3: 'PolyLine',
  5: 'Polygon',
  8: 'MultiPoint',
  11: 'PointZ',
  13: 'PolyLineZ',
  15: 'PolygonZ',
  18: 'MultiPointZ',
  21: 'PointM',
  23: 'PolyLineM',
  25: 'PolygonM',
  28: 'MultiPointM',
  31: 'MultiPatch',
}
const isPolygon = (type: number): boolean => type === 5 || type === 15 || type === 25
const isPolyLine = (type: number): boolean => type === 3 || type === 13 || type === 23

export type ShpRecord = { readonly geometry: ParsedGeometry; readonly isDamaged: boolean }

const damaged: ShpRecord = { geometry: { kind: 'none', found: '' }, isDamaged: true }

const readLines = (view: DataView, at: number, end: number): LngLat[][] | null => {
  if (at + 44 > end) return null
  const partCount = view.getInt32(at + 36, true)
  const pointCount = view.getInt32(at + 40, true)
  const pointsAt = at + 44 + partCount * 4
  if (partCount < 0 || pointCount < 0 || pointsAt + pointCount * 16 > end) return null
  const starts = Array.from({ length: partCount }, (_, i) => view.getInt32(at + 44 + i * 4, true))
  if (starts.some((start, i) => start < (starts[i - 1] ?? 0) || start > pointCount)) return null
  return starts.map((start, i) =>
    Array.from({ length: (starts[i + 1] ?? pointCount) - start }, (_, j): LngLat => {
      const from = pointsAt + (start + j) * 16
      return [view.getFloat64(from, true), view.getFloat64(from + 8, true)]
    }),
  )
}

const readRecord = (view: DataView, at: number, end: number): ShpRecord => {
  if (at + 4 > end) return damaged
  const type = view.getInt32(at, true)
  if (!isPolygon(type) && !isPolyLine(type))
    return { geometry: { kind: 'none', found: typeNames[type] ?? '' }, isDamaged: false }
  const lines = readLines(view, at, end)
  if (lines === null) return damaged
  return {
    geometry: isPolygon(type) ? { kind: 'rings', rings: lines } : { kind: 'lines', lines },
    isDamaged: false,
  }
}

export const isShp = (bytes: Uint8Array): boolean =>
  bytes.length >= HEAD_BYTES &&
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getInt32(0) === FILE_CODE

/** Its records in order; stops at a wrong length. */
export const readShp = function* (bytes: Uint8Array): Generator<ShpRecord> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = HEAD_BYTES
  while (at + RECORD_HEAD_BYTES <= bytes.length) {
    const length = view.getInt32(at + 4) * 2
    const from = at + RECORD_HEAD_BYTES
    if (length < 4 || from + length > bytes.length) {
      yield damaged
      return
    }
    yield readRecord(view, from, from + length)
    at = from + length
  }
}
