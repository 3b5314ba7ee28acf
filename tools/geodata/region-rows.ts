import { toEnglishName, toOtherSpelling } from './china-names.ts'
import { computeBounds, placeLabel } from './area-label.ts'
import { chinaCodes, firstLevelCountries, type FirstLevelShape } from './first-level-sources.ts'
import type { RegionSources } from './region-sources.ts'
import type { ThaiDistrict } from './thai-districts.ts'

/**
 * Code, English, Simplified, Traditional ('' = as Simplified), Thai, Korean ('' = as English), ISO
 * code, name's place, bounds (W S E N).
 */
export type RegionRow = [
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

/**
 * Parts of China that ISO 3166-1 lists apart; here they are first-level areas of China (GB/T 2260).
 */
const listedUnderChina = new Set(['TW', 'HK', 'MO'])

export const listCountryRows = ({
  countries,
  shapes,
}: Pick<RegionSources, 'countries' | 'shapes'>): RegionRow[] => {
  const names = ['en', 'zh-Hans', 'zh-Hant-TW', 'th', 'ko'].map(
    (language) => new Intl.DisplayNames([language], { type: 'region' }),
  )
  return countries
    .filter(({ alpha_2: alpha2 }) => !listedUnderChina.has(alpha2))
    .map(({ alpha_2: alpha2, numeric }) => {
      const [en, cn, tw, th, ko] = names.map((of) => of.of(alpha2) ?? alpha2)
      const row: RegionRow = [`${numeric}000000`, en!, cn!, tw!, th!, ko!, alpha2]
      const parts = [...shapes.values()].filter((shape) => shape.iso.startsWith(`${alpha2}-`))
      if (parts.length > 0) {
        const whole = { iso: alpha2, polygons: parts.flatMap((part) => part.polygons) }
        const [west, south, east, north] = computeBounds(whole)
        row.push([(west + east) / 2, (south + north) / 2], [west, south, east, north])
      }
      return row
    })
}

const placeRow = (row: RegionRow, shape: FirstLevelShape | undefined): RegionRow => {
  if (shape) row.push(placeLabel(shape), computeBounds(shape))
  return row
}

export const listChinaRows = ({
  chinaAreas,
  shapes,
  names,
  toTraditional,
  spell,
}: RegionSources): RegionRow[] => {
  const shapeByCode = new Map(
    [...shapes].flatMap(([iso, shape]) =>
      iso.startsWith('CN-') ? [[chinaCodes[iso.slice(3)], shape] as const] : [],
    ),
  )
  const isoByCode = new Map(
    Object.entries(chinaCodes).flatMap(([letters, code]) =>
      /^[A-Z]/.test(letters) ? [[code, `CN-${letters}`] as const] : [],
    ),
  )
  return Object.entries(chinaAreas).map(([digits, name]) => {
    const code = `156${digits}`
    const other = toTraditional(name, code)
    const row: RegionRow = [
      code,
      toEnglishName(name, spell),
      name,
      other === name ? '' : other,
      '',
      '',
    ]
    const iso = isoByCode.get(digits)
    if (iso === undefined) return row
    row[4] = names.th.get(iso) ?? ''
    row[5] = names.ko.get(iso) ?? ''
    row[6] = iso
    return placeRow(row, shapeByCode.get(digits))
  })
}

/** Other spellings of China's areas, by the code of their region. */
export const listChinaSpellings = ({
  chinaAreas,
  spell,
}: Pick<RegionSources, 'chinaAreas' | 'spell'>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(chinaAreas).flatMap(([digits, name]) => {
      const spelling = toOtherSpelling(name, spell)
      return spelling === null ? [] : [[`156${digits}`, spelling] as const]
    }),
  )

const listSubdivisions = (
  alpha2: string,
  { subdivisions, shapes }: Pick<RegionSources, 'subdivisions' | 'shapes'>,
): string[] => {
  const own = subdivisions.filter(({ code }) => code.startsWith(`${alpha2}-`))
  // Statistical groups of provinces (regions of the Philippines, islands of Indonesia) have no
  // government: left out.
  const groups = new Set(
    own.flatMap(({ parent }) =>
      parent === undefined ? [] : [parent.includes('-') ? parent : `${alpha2}-${parent}`],
    ),
  )
  return own
    .map(({ code }) => code)
    .filter((code) => !groups.has(code) || shapes.has(code))
    .sort()
}

/** Codes of a country's subdivisions: the ones they have, and the next free numbers. */
const giveCodes = (
  numeric: string,
  listed: readonly string[],
  before: ReadonlyMap<string, string>,
): Map<string, string> => {
  const toCode = (number: number): string => `${numeric}${String(number * 10_000).padStart(6, '0')}`
  const taken = new Set(listed.flatMap((iso) => before.get(iso) ?? []))
  return new Map(
    listed.map((iso, index) => {
      let number = index + 1
      while (!before.has(iso) && taken.has(toCode(number))) number++
      const code = before.get(iso) ?? toCode(number)
      taken.add(code)
      return [iso, code]
    }),
  )
}

/** First-level areas of the countries except China. `before`: the codes assigned earlier. */
export const listSubdivisionRows = (
  sources: RegionSources,
  before: ReadonlyMap<string, string>,
): RegionRow[] => {
  const { names, shapes, toSimplified, toTraditional } = sources
  return firstLevelCountries.flatMap(({ numeric, alpha2 }) => {
    if (alpha2 === 'CN') return []
    const codes = giveCodes(numeric, listSubdivisions(alpha2, sources), before)
    return [...codes].map(([iso, code]): RegionRow => {
      const english = names.en.get(iso) ?? iso
      const chinese = toSimplified(names.zh.get(iso) ?? english)
      const other = toTraditional(chinese, code)
      return placeRow(
        [
          code,
          english,
          chinese,
          other === chinese ? '' : other,
          names.th.get(iso) ?? '',
          names.ko.get(iso) ?? '',
          iso,
        ],
        shapes.get(iso),
      )
    })
  })
}

/** No source has Chinese or Korean names of districts: English names are used instead. */
export const listThaiDistrictRows = (
  districts: readonly ThaiDistrict[],
  subdivisions: readonly RegionRow[],
): RegionRow[] => {
  const provinceByNumber = new Map(
    subdivisions.flatMap((row) =>
      row[6]?.startsWith('TH-') ? [[row[6].slice(3), row[0]] as const] : [],
    ),
  )
  return districts.map(({ code, thai, english }) => [
    `${provinceByNumber.get(code.slice(0, 2))!.slice(0, 5)}${code.slice(2)}00`,
    english,
    english,
    '',
    thai,
    '',
  ])
}
