// Sources of regions: ISO's lists, names in CLDR, China's areas with their spellings, and the
// shapes of first-level areas.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  firstLevelCountries,
  firstLevelShapes,
  type FirstLevelShape,
} from './first-level-sources.ts'
import type { Packages } from './packages.ts'
import { readSubdivisionNames, type SourceLanguage } from './subdivision-names.ts'

type AreaList = {
  areaList: Record<'province_list' | 'city_list' | 'county_list', Record<string, string>>
}
type OpenCc = { Converter: (options: { from: string; to: string }) => (text: string) => string }
type Pinyin = {
  pinyin: (
    text: string,
    options: { toneType: 'none'; type: 'array'; v: boolean; mode: 'surname' | 'normal' },
  ) => string[]
}
type Country = { alpha_2: string; numeric: string }
type Subdivision = { code: string; parent?: string }

export type RegionSources = {
  countries: Country[]
  subdivisions: Subdivision[]
  /** Names of subdivisions, by ISO 3166-2 code. */
  names: Record<SourceLanguage, ReturnType<typeof readSubdivisionNames>>
  /** Six digits (GB/T 2260) → name, of all three levels. */
  chinaAreas: Record<string, string>
  /** By ISO 3166-2 code. */
  shapes: Map<string, FirstLevelShape>
  toSimplified: (name: string) => string
  /** `code` as in our regions. */
  toTraditional: (name: string, code: string) => string
  /** A syllable for each character. */
  spell: (text: string) => string[]
}

export const regionPackages = [
  '@vant/area-data',
  'opencc-js',
  'pinyin-pro',
  'thai-address-universal',
]

const cldrFolder = '/usr/share/unicode/cldr'
const isoFolder = '/usr/share/iso-codes/json'

const readIso = <T>(standard: string): T[] =>
  (
    JSON.parse(readFileSync(join(isoFolder, `iso_${standard}.json`), 'utf8')) as Record<string, T[]>
  )[standard]!

export const readRegionSources = async (packages: Packages): Promise<RegionSources> => {
  const { areaList } = await packages.load<AreaList>('@vant/area-data', 'dist/index.js')
  const { Converter } = await packages.load<OpenCc>('opencc-js', 'dist/esm/full.js')
  const { pinyin } = await packages.load<Pinyin>('pinyin-pro', 'dist/index.mjs')
  const convert = Converter({ from: 'cn', to: 'tw' })
  return {
    countries: readIso<Country>('3166-1'),
    subdivisions: readIso<Subdivision>('3166-2'),
    names: {
      en: readSubdivisionNames(cldrFolder, 'en'),
      zh: readSubdivisionNames(cldrFolder, 'zh'),
      th: readSubdivisionNames(cldrFolder, 'th'),
      ko: readSubdivisionNames(cldrFolder, 'ko'),
    },
    chinaAreas: { ...areaList.province_list, ...areaList.city_list, ...areaList.county_list },
    shapes: new Map(
      firstLevelCountries
        .flatMap(({ file }) => firstLevelShapes(packages, file))
        .map((shape) => [shape.iso, shape]),
    ),
    toSimplified: Converter({ from: 't', to: 'cn' }),
    // In names 里 and 干 are phonetic; the dictionary would convert them to 裡 (inside) and 幹 (trunk).
    // In Taiwan itself 苑裡 is right.
    toTraditional: (name, code) =>
      code.startsWith('15671')
        ? convert(name)
        : convert(name).replaceAll('裡', '里').replaceAll('幹', '干'),
    spell: (text) => pinyin(text, { toneType: 'none', type: 'array', v: false, mode: 'normal' }),
  }
}
