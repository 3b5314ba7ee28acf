// Files as other programs write them, made for the tests.
import { writeZip, type ZipFile } from '@swath/file-syntax/zip-writer'
import type { LngLat } from '@swath/domain/lng-lat'
import { keptZones } from './limits.ts'
import { asTheFileSays, readGeometry, type ReadOptions } from './read-geometry.ts'
import type { ReadFile } from './feature.ts'

export const testOptions: ReadOptions = { ...asTheFileSays, kept: keptZones }

export const readBytes = (
  bytes: Uint8Array,
  options: Partial<ReadOptions> = {},
): Promise<ReadFile> => readGeometry(bytes, { ...testOptions, ...options })

export const readText = (text: string, options: Partial<ReadOptions> = {}): Promise<ReadFile> =>
  readBytes(new TextEncoder().encode(text), options)

export const zipOf = async (files: readonly ZipFile[]): Promise<Uint8Array> => {
  const pieces: Uint8Array[] = []
  for await (const piece of writeZip(files)) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** A closed square, its south-west corner and side. */
export const square = (x: number, y: number, side: number): LngLat[] => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
  [x, y],
]

/** A .shp of one polygon record for each list of rings. */
export const shpOf = (records: readonly (readonly (readonly LngLat[])[])[]): Uint8Array => {
  const bodies = records.map((rings) => {
    const points = rings.flat()
    const view = new DataView(new ArrayBuffer(44 + rings.length * 4 + points.length * 16))
    view.setInt32(0, 5, true)
    view.setInt32(36, rings.length, true)
    view.setInt32(40, points.length, true)
    let start = 0
    for (const [i, ring] of rings.entries()) {
      view.setInt32(44 + i * 4, start, true)
      start += ring.length
    }
    for (const [i, [x, y]] of points.entries()) {
      view.setFloat64(44 + rings.length * 4 + i * 16, x, true)
      view.setFloat64(52 + rings.length * 4 + i * 16, y, true)
    }
    return new Uint8Array(view.buffer)
  })
  const head = new DataView(new ArrayBuffer(100))
  head.setInt32(0, 9994)
  head.setInt32(28, 1000, true)
  head.setInt32(32, 5, true)
  return Buffer.concat([
    new Uint8Array(head.buffer),
    ...bodies.flatMap((body, i) => {
      const record = new DataView(new ArrayBuffer(8))
      record.setInt32(0, i + 1)
      record.setInt32(4, body.length / 2)
      return [new Uint8Array(record.buffer), body]
    }),
  ])
}

/** A .dbf with one column of text with the given bytes. */
export const dbfOf = (column: string, rows: readonly Uint8Array[], driver = 0): Uint8Array => {
  const width = 40
  const head = new Uint8Array(65)
  const view = new DataView(head.buffer)
  view.setUint8(0, 3)
  view.setUint32(4, rows.length, true)
  view.setUint16(8, 65, true)
  view.setUint16(10, width + 1, true)
  view.setUint8(29, driver)
  head.set(new TextEncoder().encode(column).subarray(0, 10), 32)
  view.setUint8(43, 'C'.charCodeAt(0))
  view.setUint8(48, width)
  view.setUint8(64, 0x0d)
  return Buffer.concat([
    head,
    ...rows.map((row) => {
      const cell = new Uint8Array(width + 1).fill(0x20)
      cell.set(row.subarray(0, width), 1)
      return cell
    }),
  ])
}

/** RD New as ESRI writes it: without the shift of its datum. */
export const rdNew =
  'PROJCS["RD_New",GEOGCS["GCS_Amersfoort",DATUM["D_Amersfoort",SPHEROID["Bessel_1841",6377397.155,299.1528128]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Double_Stereographic"],PARAMETER["False_Easting",155000.0],PARAMETER["False_Northing",463000.0],PARAMETER["Central_Meridian",5.38763888888889],PARAMETER["Scale_Factor",0.9999079],PARAMETER["Latitude_Of_Origin",52.15616055555555],UNIT["Meter",1.0]]'

/**
 * The middle of Amersfoort's tower: its grid reference, and its position according to the register.
 */
export const amersfoort = { rd: [155_000, 463_000], wgs84: [5.387206, 52.155174] } as const
