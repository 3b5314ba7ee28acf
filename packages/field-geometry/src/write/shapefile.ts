// ESRI Shapefile Technical Description, July 1998; with dBASE III in UTF-8.
import type { LngLat } from '@swath/domain/lng-lat'
import { writeZip } from '@swath/file-syntax/zip-writer'
import {
  partsOf,
  plainValue,
  propertiesOf,
  type WrittenFeature,
  type WrittenFeatures,
} from './written-feature.ts'

const POLYGON = 5
const HEAD_BYTES = 100
/** As ESRI and PROJ know WGS-84. */
const wgs84 =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]'

type Box = [minX: number, minY: number, maxX: number, maxY: number]
const boxOf = (places: readonly LngLat[]): Box =>
  places.reduce<Box>(
    ([minX, minY, maxX, maxY], [x, y]) => [
      Math.min(minX, x),
      Math.min(minY, y),
      Math.max(maxX, x),
      Math.max(maxY, y),
    ],
    [Infinity, Infinity, -Infinity, -Infinity],
  )
const setBox = (view: DataView, at: number, box: Box): void =>
  box.forEach((value, i) => view.setFloat64(at + i * 8, Number.isFinite(value) ? value : 0, true))

/** Outlines clockwise, holes counter-clockwise: the reverse of `partsOf`. */
const toRecord = (feature: WrittenFeature): { content: Uint8Array; box: Box } => {
  const rings = partsOf(feature.shape).flatMap((part) => part.map((ring) => ring.toReversed()))
  const places = rings.flat()
  const view = new DataView(new ArrayBuffer(44 + rings.length * 4 + places.length * 16))
  const box = boxOf(places)
  view.setInt32(0, POLYGON, true)
  setBox(view, 4, box)
  view.setInt32(36, rings.length, true)
  view.setInt32(40, places.length, true)
  let start = 0
  for (const [i, ring] of rings.entries()) {
    view.setInt32(44 + i * 4, start, true)
    start += ring.length
  }
  for (const [i, [x, y]] of places.entries()) {
    view.setFloat64(44 + rings.length * 4 + i * 16, x, true)
    view.setFloat64(52 + rings.length * 4 + i * 16, y, true)
  }
  return { content: new Uint8Array(view.buffer), box }
}

const writeHead = (bytes: number, box: Box): Uint8Array => {
  const view = new DataView(new ArrayBuffer(HEAD_BYTES))
  view.setInt32(0, 9994)
  view.setInt32(24, bytes / 2)
  view.setInt32(28, 1000, true)
  view.setInt32(32, POLYGON, true)
  setBox(view, 36, box)
  return new Uint8Array(view.buffer)
}

const concat = (parts: readonly Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const utf8 = new TextEncoder()
const widestText = 254

/** Cuts between letters, not within one. */
const cellBytes = (text: string, width: number): Uint8Array => {
  let bytes = utf8.encode(text)
  for (let letters = Array.from(text); bytes.length > width; bytes = utf8.encode(letters.join('')))
    letters = letters.slice(0, Math.min(letters.length - 1, width))
  return bytes
}

/** Unique names of at most ten bytes. */
const columnNames = (names: readonly string[]): string[] => {
  const taken = new Set<string>()
  return names.map((name) => {
    let short = name.slice(0, 10)
    for (let i = 2; taken.has(short); i++) short = `${name.slice(0, 8)}${i}`
    taken.add(short)
    return short
  })
}

const writeDbf = (rows: readonly WrittenFeature['properties'][]): Uint8Array => {
  const names = Object.keys(rows[0] ?? { name: '' })
  const short = columnNames(names)
  const texts = rows.map((row) => names.map((name) => String(plainValue(row[name]) ?? '')))
  const columns = names.map((name, i) => ({
    isNumber: rows.some((row) => typeof row[name] === 'number'),
    width: Math.min(widestText, Math.max(1, ...texts.map((row) => utf8.encode(row[i]!).length))),
  }))
  const rowBytes = 1 + columns.reduce((sum, { width }) => sum + width, 0)
  const head = new DataView(new ArrayBuffer(32 + columns.length * 32 + 1))
  head.setUint8(0, 3)
  // 1980-01-01, so that the same content has the same bytes
  head.setUint8(1, 80)
  head.setUint8(2, 1)
  head.setUint8(3, 1)
  head.setUint32(4, rows.length, true)
  head.setUint16(8, head.byteLength, true)
  head.setUint16(10, rowBytes, true)
  for (const [i, { isNumber, width }] of columns.entries()) {
    const at = 32 + i * 32
    new Uint8Array(head.buffer).set(utf8.encode(short[i]!).subarray(0, 10), at)
    head.setUint8(at + 11, (isNumber ? 'N' : 'C').charCodeAt(0))
    head.setUint8(at + 16, width)
    if (isNumber) head.setUint8(at + 17, Math.min(8, width - 2 > 0 ? width - 2 : 0))
  }
  head.setUint8(head.byteLength - 1, 0x0d)
  const body = new Uint8Array(rows.length * rowBytes).fill(0x20)
  for (const [r, row] of texts.entries()) {
    let at = r * rowBytes + 1
    for (const [i, text] of row.entries()) {
      const { isNumber, width } = columns[i]!
      const bytes = cellBytes(text, width)
      body.set(bytes, isNumber ? at + width - bytes.length : at)
      at += width
    }
  }
  return concat([new Uint8Array(head.buffer), body, new Uint8Array([0x1a])])
}

/** A zip of one layer. Built in memory: the headers contain its length. */
export const writeShapefile = async function* (
  features: WrittenFeatures,
  title: string,
): AsyncGenerator<Uint8Array> {
  const shapes: Uint8Array[] = []
  const index: Uint8Array[] = []
  const rows: WrittenFeature['properties'][] = []
  let box: Box = [Infinity, Infinity, -Infinity, -Infinity]
  let at = HEAD_BYTES
  for await (const feature of features) {
    const { content, box: own } = toRecord(feature)
    const head = new DataView(new ArrayBuffer(8))
    head.setInt32(0, rows.length + 1)
    head.setInt32(4, content.length / 2)
    const entry = new DataView(new ArrayBuffer(8))
    entry.setInt32(0, at / 2)
    entry.setInt32(4, content.length / 2)
    shapes.push(new Uint8Array(head.buffer), content)
    index.push(new Uint8Array(entry.buffer))
    rows.push({ name: feature.name, radiusM: null, ...propertiesOf(feature), id: feature.id })
    box = boxOf([
      [box[0], box[1]],
      [box[2], box[3]],
      [own[0], own[1]],
      [own[2], own[3]],
    ])
    at += 8 + content.length
  }
  yield* writeZip([
    { name: `${title}.shp`, content: concat([writeHead(at, box), ...shapes]) },
    {
      name: `${title}.shx`,
      content: concat([writeHead(HEAD_BYTES + index.length * 8, box), ...index]),
    },
    { name: `${title}.dbf`, content: writeDbf(rows) },
    { name: `${title}.prj`, content: wgs84 },
    { name: `${title}.cpg`, content: 'UTF-8' },
  ])
}
