import type { LngLat } from '@swath/domain/lng-lat'
import type { ParsedGeometry } from '../feature.ts'

type Nested = readonly (Nested | LngLat)[]

/** Content of brackets: places between commas, or brackets again; `end`: after the last of them. */
type Brackets = { readonly nested: Nested; readonly end: number }

/** Reads the brackets that begin at `from`; null if they are damaged. */
const readBrackets = (text: string, from: number): Brackets | null => {
  const open: (Nested | LngLat)[][] = []
  const token = /[(),]|[^(),]+/g
  token.lastIndex = from
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [found] = match
    if (found === '(') open.push([])
    else if (found === ')') {
      const closed = open.pop()
      if (closed === undefined) return null
      const outer = open.at(-1)
      if (outer === undefined) return { nested: closed, end: token.lastIndex }
      outer.push(closed)
    } else if (found !== ',') {
      const numbers = found.trim()
      if (numbers === '') continue
      const [lng = '', lat = ''] = numbers.split(/\s+/)
      open.at(-1)?.push([Number(lng), Number(lat)])
    }
  }
  return null
}

const isPlace = (value: Nested | LngLat): value is LngLat => typeof value[0] === 'number'
const lineIn = (value: Nested | LngLat): LngLat[] => (isPlace(value) ? [] : value.filter(isPlace))
const ringsIn = (value: Nested | LngLat): LngLat[][] =>
  isPlace(value) ? [] : value.map(lineIn).filter((ring) => ring.length > 0)

/** CIRCLE (lat lng, metres): Traccar's own format, with latitude first. */
const readCircle = (body: string): ParsedGeometry => {
  const match = /^\(\s*(\S+)\s+(\S+?)\s*,\s*(\S+?)\s*\)\s*$/.exec(body.slice(0, 200))
  if (match === null) return { kind: 'none', found: 'CIRCLE' }
  return { kind: 'circle', center: [Number(match[1]), Number(match[2])], radiusM: Number(match[3]) }
}

const toGeometry = (type: string, nested: Nested): ParsedGeometry => {
  if (type === 'POLYGON') return { kind: 'polygons', parts: [ringsIn(nested)] }
  if (type === 'MULTIPOLYGON') return { kind: 'polygons', parts: nested.map(ringsIn) }
  if (type === 'LINESTRING') return { kind: 'lines', lines: [lineIn(nested)] }
  if (type === 'MULTILINESTRING') return { kind: 'lines', lines: ringsIn(nested) }
  return { kind: 'none', found: type }
}

const readOne = (type: string, body: string): ParsedGeometry => {
  if (type === 'CIRCLE') return readCircle(body)
  const read = readBrackets(body, 0)
  return read === null || body.slice(read.end).trim() !== ''
    ? { kind: 'none', found: type }
    : toGeometry(type, read.nested)
}

/** The polygons of a collection, one behind the other. */
const readCollection = (body: string): ParsedGeometry => {
  const parts: (readonly LngLat[][])[] = []
  const member = /\b(MULTIPOLYGON|POLYGON) {0,9}(?:ZM|Z|M)? {0,9}(?=\()/gi
  for (let match = member.exec(body); match; match = member.exec(body)) {
    const read = readBrackets(body, member.lastIndex)
    if (read === null) break
    const geometry = toGeometry(match[1]!.toUpperCase(), read.nested)
    if (geometry.kind === 'polygons') parts.push(...(geometry.parts as LngLat[][][]))
    member.lastIndex = read.end
  }
  return parts.length > 0
    ? { kind: 'polygons', parts }
    : { kind: 'none', found: 'GEOMETRYCOLLECTION' }
}

export type ParsedText = { readonly geometry: ParsedGeometry; readonly system: string }

/** The words before the first bracket; bounded, so that matching takes linear time. */
const heads =
  /^(?:SRID ?= ?(\d{1,6}) ?; ?)?(MULTIPOLYGON|POLYGON|MULTILINESTRING|LINESTRING|MULTIPOINT|POINT|GEOMETRYCOLLECTION|CIRCLE) ?(?:ZM|Z|M)? ?(EMPTY)?$/i

/**
 * Well-known text (OGC 06-103r4, 7) of two, three or four numbers a place, with or without the SRID
 * of PostGIS, and circles of Traccar; null of any other text.
 */
export const readWkt = (text: string): ParsedText | null => {
  const start = text.search(/\S/)
  if (start < 0) return null
  const bracket = text.slice(start, start + 100).indexOf('(')
  const isEmpty = bracket < 0
  const head = text.slice(start, start + (isEmpty ? 100 : bracket))
  const match = heads.exec(head.replace(/\s+/g, ' ').trim())
  if (match === null || isEmpty !== (match[3] !== undefined)) return null
  const [, srid, name = ''] = match
  const system = srid === undefined || srid === '0' ? '' : `EPSG:${srid}`
  if (isEmpty) return { geometry: { kind: 'none', found: '' }, system }
  const body = text.slice(start + bracket)
  const type = name.toUpperCase()
  const geometry = type === 'GEOMETRYCOLLECTION' ? readCollection(body) : readOne(type, body)
  return { geometry, system }
}
