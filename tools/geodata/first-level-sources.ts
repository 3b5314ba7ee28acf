import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { joinBorders, type Ring } from './join-borders.ts'
import type { Packages } from './packages.ts'

export const boundaryPackage = '@superset-ui/legacy-plugin-chart-country-map'

/**
 * Countries whose first level is built in: ISO 3166-1 numeric code, alpha-2 code and the file of
 * their boundaries.
 */
export const firstLevelCountries = [
  { numeric: '156', alpha2: 'CN', file: 'china' },
  { numeric: '764', alpha2: 'TH', file: 'thailand' },
  { numeric: '410', alpha2: 'KR', file: 'korea' },
  { numeric: '356', alpha2: 'IN', file: 'india' },
  { numeric: '704', alpha2: 'VN', file: 'vietnam' },
  { numeric: '104', alpha2: 'MM', file: 'myanmar' },
  { numeric: '116', alpha2: 'KH', file: 'cambodia' },
  { numeric: '418', alpha2: 'LA', file: 'laos' },
  { numeric: '458', alpha2: 'MY', file: 'malaysia' },
  { numeric: '360', alpha2: 'ID', file: 'indonesia' },
  { numeric: '608', alpha2: 'PH', file: 'philippines' },
  { numeric: '392', alpha2: 'JP', file: 'japan' },
  { numeric: '076', alpha2: 'BR', file: 'brazil' },
  { numeric: '858', alpha2: 'UY', file: 'uruguay' },
  { numeric: '792', alpha2: 'TR', file: 'turkey' },
] as const

/**
 * ISO 3166-2 letters of China's first level → its official six digits (GB/T 2260). The file writes
 * 71, 91, 92 for TW, HK, MO.
 */
export const chinaCodes: Record<string, string> = {
  BJ: '110000',
  TJ: '120000',
  HE: '130000',
  SX: '140000',
  NM: '150000',
  LN: '210000',
  JL: '220000',
  HL: '230000',
  SH: '310000',
  JS: '320000',
  ZJ: '330000',
  AH: '340000',
  FJ: '350000',
  JX: '360000',
  SD: '370000',
  HA: '410000',
  HB: '420000',
  HN: '430000',
  GD: '440000',
  GX: '450000',
  HI: '460000',
  CQ: '500000',
  SC: '510000',
  GZ: '520000',
  YN: '530000',
  XZ: '540000',
  SN: '610000',
  GS: '620000',
  QH: '630000',
  NX: '640000',
  XJ: '650000',
  TW: '710000',
  HK: '810000',
  MO: '820000',
  71: '710000',
  91: '810000',
  92: '820000',
}

/** Parts with an older or a sibling code in the boundary file, by that code or by name. */
const codeCorrections: Record<string, string> = {
  'PH-MNL': 'PH-00',
  'PH-BCD': 'PH-NEC',
  'PH-LAP': 'PH-CEB',
  'PH-MDE': 'PH-CEB',
  'Vientiane [prefecture]': 'LA-VT',
}

export type FirstLevelShape = {
  /** ISO 3166-2 code, as `TH-50`. */
  readonly iso: string
  /** Polygons, each an outer ring and its holes; all rings closed, WGS-84 degrees. */
  readonly polygons: readonly (readonly Ring[])[]
}

type SourceGeometry =
  | { type: 'Polygon'; coordinates: Ring[] }
  | { type: 'MultiPolygon'; coordinates: Ring[][] }
type SourceCollection = {
  features: { properties: { ISO: string; NAME_1: string }; geometry: SourceGeometry | null }[]
}

/**
 * About two kilometres: the sources were simplified to about one, separately on each side of a
 * border.
 */
const joinToleranceDeg = 0.03

/**
 * First-level shapes of one country with common borders made equal; parts of one area are one
 * shape.
 */
export function firstLevelShapes(packages: Packages, file: string): FirstLevelShape[] {
  const path = join(packages.folder(boundaryPackage), 'esm/countries', `${file}.geojson`)
  const source = JSON.parse(readFileSync(path, 'utf8')) as SourceCollection
  const rings: Ring[] = []
  const places: { iso: string; polygon: number }[] = []
  let polygons = 0
  for (const { properties, geometry } of source.features) {
    if (!geometry) continue
    const iso =
      codeCorrections[properties.NAME_1] ?? codeCorrections[properties.ISO] ?? properties.ISO
    for (const polygon of geometry.type === 'Polygon'
      ? [geometry.coordinates]
      : geometry.coordinates) {
      for (const ring of polygon) {
        rings.push(
          ring.map(
            ([lng, lat]) => [Math.round(lng * 1e5) / 1e5, Math.round(lat * 1e5) / 1e5] as const,
          ),
        )
        places.push({ iso, polygon: polygons })
      }
      polygons++
    }
  }
  const joined = joinBorders(rings, joinToleranceDeg)
  const shapes = new Map<string, Map<number, Ring[]>>()
  joined.forEach((ring, i) => {
    const { iso, polygon } = places[i]!
    if (!shapes.has(iso)) shapes.set(iso, new Map())
    const shape = shapes.get(iso)!
    if (!shape.has(polygon)) shape.set(polygon, [])
    shape.get(polygon)!.push(ring)
  })
  return [...shapes].map(([iso, byPolygon]) => ({ iso, polygons: [...byPolygon.values()] }))
}
