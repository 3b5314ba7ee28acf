import proj4 from 'proj4'
import type { LngLat } from '@swath/domain/lng-lat'
import { findDatumShift } from './datum-shifts.ts'
import { findEpsg } from './epsg-codes.ts'

export type CoordinateSystem = {
  /** As named in the file. */
  readonly title: string
  /** False: ground may be 50 to 600 m off. */
  readonly isDatumKnown: boolean
  /** NaN if a place is not valid in the system. */
  readonly toWgs84: (place: LngLat) => LngLat
}

const degrees = (title: string, isDatumKnown = true): CoordinateSystem => ({
  title,
  isDatumKnown,
  toWgs84: (place) => place,
})

const projected = (
  definition: string,
  title: string,
  isDatumKnown: boolean,
): CoordinateSystem | null => {
  try {
    const { forward } = proj4(definition, 'EPSG:4326')
    return {
      title,
      isDatumKnown,
      toWgs84: ([x, y]) => {
        // The library throws on values that are not numbers.
        if (!Number.isFinite(x) || !Number.isFinite(y)) return [NaN, NaN]
        const [lng = NaN, lat = NaN] = forward([x, y])
        return [lng, lat]
      },
    }
  } catch {
    // a projection or a text that the library does not know
    return null
  }
}

/** Inserts the shift after the ellipsoid of the datum, where WKT 1 has it. */
const withShift = (wkt: string, shift: string): string => {
  const from = /SPHEROID\s*\[/i.exec(wkt)
  if (from === null) return wkt
  let depth = 0
  for (let at = from.index; at < wkt.length; at++) {
    if (wkt[at] === '[') depth++
    else if (wkt[at] === ']' && --depth === 0) {
      const seven = [...shift.split(','), '0', '0', '0', '0'].slice(0, 7).join(',')
      return `${wkt.slice(0, at + 1)},TOWGS84[${seven}]${wkt.slice(at + 1)}`
    }
  }
  return wkt
}

const quoted = (wkt: string, word: string): string =>
  new RegExp(`${word}\\s*\\[\\s*"([^"]*)"`, 'i').exec(wkt)?.[1] ?? ''

const openWkt = (wkt: string): CoordinateSystem | null => {
  const title = quoted(wkt, '(?:PROJCS|PROJCRS|GEOGCS|GEOGCRS|COMPD_CS)') || 'WKT'
  const { isKnown, shift } = findDatumShift(quoted(wkt, '(?:DATUM|ENSEMBLE)'))
  const tellsShift = /TOWGS84/i.test(wkt)
  const isDatumKnown = isKnown || tellsShift
  const isDegrees = !/PROJC(S|RS)\s*\[/i.test(wkt)
  if (isDegrees && isDatumKnown && shift === null && !tellsShift) return degrees(title)
  return projected(shift === null || tellsShift ? wkt : withShift(wkt, shift), title, isDatumKnown)
}

/** Maximum length of a name; a .prj and a text for PROJ are longer. */
const nameLetters = 1_000

/**
 * A system by the WKT of a .prj, by a name such as "EPSG:28992", "urn:ogc:def:crs:EPSG::28992" or
 * "CRS84", or by a text for PROJ; null where it is not known.
 */
export const openSystem = (definition: string): CoordinateSystem | null => {
  const text = definition.trim()
  if (text === '' || /CRS:?84$|^WGS ?84$/i.test(text)) return degrees('WGS 84')
  if (text.includes('[')) return openWkt(text)
  const code = /EPSG.*?(\d{4,6})$/i.exec(text.slice(0, nameLetters))?.[1]
  if (code === undefined) return null
  const known = findEpsg(Number(code))
  if (known === undefined) return null
  const title = `EPSG:${code}`
  return known === null ? degrees(title) : projected(known, title, true)
}
