// Writes packages/fixtures/src/regions.json and region-spellings.json. Run: node
// tools/geodata/regions.ts Needs Debian's packages iso-codes and unicode-cldr-core, and npm.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { toEnglishName, toOtherSpelling } from './china-names.ts'
import {
  boundaryPackage,
  computeBounds,
  chinaCodes,
  firstLevelCountries,
  firstLevelShapes,
  placeLabel,
} from './first-level-sources.ts'
import { withPackages } from './packages.ts'
import { readSubdivisionNames } from './subdivision-names.ts'
import { readThaiDistricts } from './thai-districts.ts'

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

/**
 * Code, English, Simplified, Traditional ('' = as Simplified), Thai, Korean ('' = as English), ISO
 * code, name's place, bounds (W S E N).
 */
type Row = [
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

const cldrFolder = '/usr/share/unicode/cldr'
const isoFolder = '/usr/share/iso-codes/json'
const output = join(import.meta.dirname, '../../packages/fixtures/src/regions.json')
const spellingsOutput = join(
  import.meta.dirname,
  '../../packages/fixtures/src/region-spellings.json',
)

/**
 * Parts of China that ISO 3166-1 lists apart; here they are first-level areas of China (GB/T 2260).
 */
const listedUnderChina = new Set(['TW', 'HK', 'MO'])

/** A subdivision's number once given is never given anew, whatever the sources add or drop. */
function knownCodes(): Map<string, string> {
  if (!existsSync(output)) return new Map()
  const rows = JSON.parse(readFileSync(output, 'utf8')) as Row[]
  return new Map(rows.flatMap((row) => (row[6]?.includes('-') ? [[row[6], row[0]] as const] : [])))
}

await withPackages(
  ['@vant/area-data', 'opencc-js', 'pinyin-pro', 'thai-address-universal', boundaryPackage],
  async (packages) => {
    const { areaList } = await packages.load<AreaList>('@vant/area-data', 'dist/index.js')
    const { Converter } = await packages.load<OpenCc>('opencc-js', 'dist/esm/full.js')
    const { pinyin } = await packages.load<Pinyin>('pinyin-pro', 'dist/index.mjs')
    const simplified = Converter({ from: 't', to: 'cn' })
    const converted = Converter({ from: 'cn', to: 'tw' })
    // In names 里 and 干 stand for sounds; the dictionary takes them for 裡 (inside) and 幹 (trunk). In
    // Taiwan itself 苑裡 is right.
    const traditional = (name: string, code: string) =>
      code.startsWith('15671')
        ? converted(name)
        : converted(name).replaceAll('裡', '里').replaceAll('幹', '干')
    const subdivisions = (
      JSON.parse(readFileSync(join(isoFolder, 'iso_3166-2.json'), 'utf8')) as {
        '3166-2': Subdivision[]
      }
    )['3166-2']
    const countries = (
      JSON.parse(readFileSync(join(isoFolder, 'iso_3166-1.json'), 'utf8')) as {
        '3166-1': Country[]
      }
    )['3166-1']
    const names = {
      en: readSubdivisionNames(cldrFolder, 'en'),
      zh: readSubdivisionNames(cldrFolder, 'zh'),
      th: readSubdivisionNames(cldrFolder, 'th'),
      ko: readSubdivisionNames(cldrFolder, 'ko'),
    }
    const before = knownCodes()
    const rows: Row[] = []

    const shapes = new Map(
      firstLevelCountries
        .flatMap(({ file }) => firstLevelShapes(packages, file))
        .map((shape) => [shape.iso, shape]),
    )
    const inLanguage = (language: string) => new Intl.DisplayNames([language], { type: 'region' })
    const countryNames = {
      en: inLanguage('en'),
      cn: inLanguage('zh-Hans'),
      tw: inLanguage('zh-Hant-TW'),
      th: inLanguage('th'),
      ko: inLanguage('ko'),
    }
    for (const { alpha_2: alpha2, numeric } of countries) {
      if (listedUnderChina.has(alpha2)) continue
      const name = (of: Intl.DisplayNames) => of.of(alpha2) ?? alpha2
      const row: Row = [
        `${numeric}000000`,
        name(countryNames.en),
        name(countryNames.cn),
        name(countryNames.tw),
        name(countryNames.th),
        name(countryNames.ko),
        alpha2,
      ]
      const parts = [...shapes.values()].filter((shape) => shape.iso.startsWith(`${alpha2}-`))
      if (parts.length > 0) {
        const whole = { iso: alpha2, polygons: parts.flatMap((part) => part.polygons) }
        const [west, south, east, north] = computeBounds(whole)
        row.push([(west + east) / 2, (south + north) / 2], [west, south, east, north])
      }
      rows.push(row)
    }

    const chinaShape = new Map(
      [...shapes].flatMap(([iso, shape]) =>
        iso.startsWith('CN-') ? [[chinaCodes[iso.slice(3)], shape] as const] : [],
      ),
    )
    const chinaIso = new Map(
      Object.entries(chinaCodes).flatMap(([letters, code]) =>
        /^[A-Z]/.test(letters) ? [[code, `CN-${letters}`] as const] : [],
      ),
    )
    const spell = (text: string) =>
      pinyin(text, { toneType: 'none', type: 'array', v: false, mode: 'normal' })
    const spellings: Record<string, string> = {}
    const areas = { ...areaList.province_list, ...areaList.city_list, ...areaList.county_list }
    for (const [code, name] of Object.entries(areas)) {
      const iso = chinaIso.get(code)
      const spelling = toOtherSpelling(name, spell)
      if (spelling !== null) spellings[`156${code}`] = spelling
      const other = traditional(name, `156${code}`)
      const row: Row = [
        `156${code}`,
        toEnglishName(name, spell),
        name,
        other === name ? '' : other,
        '',
        '',
      ]
      if (iso !== undefined) {
        row[4] = names.th.get(iso) ?? ''
        row[5] = names.ko.get(iso) ?? ''
        row[6] = iso
        const shape = chinaShape.get(code)
        if (shape) row.push(placeLabel(shape), computeBounds(shape))
      }
      rows.push(row)
    }

    for (const { numeric, alpha2 } of firstLevelCountries) {
      if (alpha2 === 'CN') continue
      const own = subdivisions.filter(({ code }) => code.startsWith(`${alpha2}-`))
      // Statistical groups of provinces (regions of the Philippines, islands of Indonesia) are
      // nobody's government: left out.
      const groups = new Set(
        own.flatMap(({ parent }) =>
          parent === undefined ? [] : [parent.includes('-') ? parent : `${alpha2}-${parent}`],
        ),
      )
      const listed = own
        .map(({ code }) => code)
        .filter((code) => !groups.has(code) || shapes.has(code))
        .sort()
      const taken = new Set(listed.flatMap((iso) => before.get(iso) ?? []))
      listed.forEach((iso, index) => {
        let number = index + 1
        while (
          !before.has(iso) &&
          taken.has(`${numeric}${String(number * 10_000).padStart(6, '0')}`)
        )
          number++
        const code = before.get(iso) ?? `${numeric}${String(number * 10_000).padStart(6, '0')}`
        taken.add(code)
        const english = names.en.get(iso) ?? iso
        const chinese = simplified(names.zh.get(iso) ?? english)
        const other = traditional(chinese, code)
        const row: Row = [
          code,
          english,
          chinese,
          other === chinese ? '' : other,
          names.th.get(iso) ?? '',
          names.ko.get(iso) ?? '',
          iso,
        ]
        const shape = shapes.get(iso)
        if (shape) row.push(placeLabel(shape), computeBounds(shape))
        rows.push(row)
      })
    }

    const provinceByIso = new Map(
      rows.flatMap((row) =>
        row[6]?.startsWith('TH-') ? [[row[6].slice(3), row[0]] as const] : [],
      ),
    )
    for (const { code, thai, english } of await readThaiDistricts(packages)) {
      // No source names districts in Chinese or Korean: their English names stand in.
      rows.push([
        `${provinceByIso.get(code.slice(0, 2))!.slice(0, 5)}${code.slice(2)}00`,
        english,
        english,
        '',
        thai,
        '',
      ])
    }

    rows.sort((a, b) => (a[0] < b[0] ? -1 : 1))
    const lacking = rows.filter(
      (row) => row[6]?.includes('-') && (row[1] === row[6] || row[4] === '' || row[5] === ''),
    )
    for (const row of lacking)
      process.stderr.write(`Name missing: ${row.slice(0, 7).join(' | ')}\n`)
    for (const iso of shapes.keys()) {
      if (!iso.startsWith('CN-') && !rows.some((row) => row[6] === iso))
        process.stderr.write(`Boundary without a region: ${iso}\n`)
    }
    writeFileSync(output, `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`)
    writeFileSync(spellingsOutput, `${JSON.stringify(spellings, null, 1)}\n`)
    process.stdout.write(`${dirname(output)}/regions.json: ${rows.length} regions\n`)
  },
)
