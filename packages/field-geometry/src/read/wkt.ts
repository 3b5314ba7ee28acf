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
  const match = /^\s*(?:SRID\s*=\s*(\d+)\s*;)?\s*([A-Z]+)\s*(?:ZM|Z|M)?\s*(EMPTY|\([\s\S]*)$/i.exec(
    text,
  )
  if (match === null) return null
  const [, srid, name = '', body = ''] = match
  const type = name.toUpperCase().replace(/(.)(ZM|Z|M)$/, '$1')
  if (!/^(MULTI)?(POLYGON|LINESTRING|POINT)$|^GEOMETRYCOLLECTION$/.test(type)) return null
  const system = srid === undefined || srid === '0' ? '' : `EPSG:${srid}`
  if (/^EMPTY/i.test(body)) return { geometry: { kind: 'none', found: '' }, system }
  if (type !== 'GEOMETRYCOLLECTION') return { geometry: readOne(type, body), system }
  const polygons = [...body.matchAll(/\b(MULTIPOLYGON|POLYGON)\s*(?:ZM|Z|M)?\s*(?=\()/gi)].map(
    (found) => readOne(found[1]!.toUpperCase(), takeBrackets(body, found.index + found[0].length)),
  )
  const parts = polygons.flatMap((one) => (one.kind === 'polygons' ? one.parts : []))
  return {
    geometry: parts.length > 0 ? { kind: 'polygons', parts } : { kind: 'none', found: type },
    system,
  }
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
