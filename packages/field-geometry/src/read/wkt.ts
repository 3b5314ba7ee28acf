import type { LngLat } from '@swath/domain/lng-lat'
import type { ToldGeometry } from '../feature.ts'

type Nested = readonly (Nested | LngLat)[]

/** What brackets hold: places between commas, or brackets again. Damage ends it: null. */
const readBrackets = (text: string): Nested | null => {
  const open: (Nested | LngLat)[][] = []
  const token = /[(),]|[^(),]+/g
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [found] = match
    if (found === '(') open.push([])
    else if (found === ')') {
      const closed = open.pop()
      if (closed === undefined) return null
      const outer = open.at(-1)
      if (outer === undefined) return text.slice(token.lastIndex).trim() === '' ? closed : null
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

const readOne = (type: string, body: string): ToldGeometry => {
  const nested = readBrackets(body)
  if (nested === null) return { kind: 'none', found: type }
  if (type === 'POLYGON') return { kind: 'polygons', parts: [ringsIn(nested)] }
  if (type === 'MULTIPOLYGON') return { kind: 'polygons', parts: nested.map(ringsIn) }
  if (type === 'LINESTRING') return { kind: 'lines', lines: [lineIn(nested)] }
  if (type === 'MULTILINESTRING') return { kind: 'lines', lines: ringsIn(nested) }
  return { kind: 'none', found: type }
}

export type ToldText = { readonly geometry: ToldGeometry; readonly system: string }

/**
 * Well-known text (OGC 06-103r4, 7) of two, three or four numbers a place, with or without the SRID
 * of PostGIS; null of any other text.
 */
export const readWkt = (text: string): ToldText | null => {
  const start = text.trimStart()
  const match = head.exec(start.slice(0, headLetters))
  if (match === null) return null
  const [whole, srid, name = '', opening = ''] = match
  const body = start.slice(whole.length - opening.length)
  const type = name.toUpperCase().replace(/(.)(ZM|Z|M)$/, '$1')
  if (!/^(MULTI)?(POLYGON|LINESTRING|POINT)$|^GEOMETRYCOLLECTION$/.test(type)) return null
  const system = srid === undefined || srid === '0' ? '' : `EPSG:${srid}`
  if (opening !== '(')
    return body.length > opening.length ? null : { geometry: { kind: 'none', found: '' }, system }
  if (type !== 'GEOMETRYCOLLECTION') return { geometry: readOne(type, body), system }
  const parts = readPolygons(body).flatMap((one) => (one.kind === 'polygons' ? one.parts : []))
  return {
    geometry: parts.length > 0 ? { kind: 'polygons', parts } : { kind: 'none', found: type },
    system,
  }
}

/** Up to the first bracket; blanks without an end would be looked at again and again. */
const headLetters = 200
const head = /^(?:SRID\s*=\s*(\d+)\s*;)?\s*([A-Z]+)\s*(?:ZM|Z|M)?\s*(EMPTY|\()/i

/** Those of a collection; none is inside another. */
const readPolygons = (body: string): ToldGeometry[] => {
  const found: ToldGeometry[] = []
  let end = 0
  for (const match of body.matchAll(
    /\b(MULTIPOLYGON|POLYGON)\s{0,20}(?:ZM|Z|M)?\s{0,20}(?=\()/gi,
  )) {
    if (match.index < end) continue
    const brackets = takeBrackets(body, match.index + match[0].length)
    end = match.index + match[0].length + brackets.length
    found.push(readOne(match[1]!.toUpperCase(), brackets))
  }
  return found
}

/** The brackets that begin here, up to where they close. */
const takeBrackets = (text: string, from: number): string => {
  const mark = /[()]/g
  mark.lastIndex = from
  let depth = 0
  for (let match = mark.exec(text); match; match = mark.exec(text)) {
    depth += match[0] === '(' ? 1 : -1
    if (depth === 0) return text.slice(from, mark.lastIndex)
  }
  return text.slice(from)
}
