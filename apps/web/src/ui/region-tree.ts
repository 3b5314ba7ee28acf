// The tree of regions for a chooser: selectable regions, the path of a code, and text search.
import { regionContains, regionPath } from '@swath/domain/region-code'

type Area = { regionCode: string; areaName: string; children?: Area[] | undefined }
export type RegionOption = { value: string; label: string; children?: RegionOption[] }

const toOption = ({ regionCode, areaName, children }: Area): RegionOption => ({
  value: regionCode,
  label: areaName,
  ...(children && children.length > 0 ? { children: children.map(toOption) } : {}),
})

/**
 * The selectable regions: all, or the area `within` and its subregions (specification, section 3:
 * the person's own region narrows the choice).
 */
export const regionOptions = (areas: readonly Area[], within: string | null): RegionOption[] => {
  if (within === null) return areas.map(toOption)
  const holder = areas.find(({ regionCode }) => regionContains(regionCode, within))
  if (!holder) return []
  return holder.regionCode === within
    ? [toOption(holder)]
    : regionOptions(holder.children ?? [], within)
}

/** Region codes by dialling code, for the countries that hosts exist in. */
const countryByDialling: Readonly<Record<string, string>> = {
  '+55': '076000000',
  '+60': '458000000',
  '+66': '764000000',
  '+81': '392000000',
  '+82': '410000000',
  '+84': '704000000',
  '+86': '156000000',
  '+90': '792000000',
  '+91': '356000000',
  '+95': '104000000',
  '+598': '858000000',
}

/** Moves the host's own country to the top. */
export const homeFirst = (
  options: readonly RegionOption[],
  dialling: string | undefined,
): RegionOption[] => {
  const home = dialling === undefined ? undefined : countryByDialling[dialling]
  return options.toSorted((a, b) => Number(b.value === home) - Number(a.value === home))
}

/** Every region that matches the typed text, with its path. */
export const listHits = (
  options: readonly RegionOption[],
  fits: (path: readonly RegionOption[]) => boolean,
  above: readonly RegionOption[] = [],
): RegionOption[][] =>
  options.flatMap((option) => {
    const path = [...above, option]
    return [...(fits(path) ? [path] : []), ...listHits(option.children ?? [], fits, path)]
  })

/**
 * The codes from the first column down to `code`; empty if it is not among the options. Some
 * countries skip a level.
 */
export const pathOfRegion = (options: readonly RegionOption[], code: string): string[] => {
  const path: string[] = []
  let level: readonly RegionOption[] | undefined = options
  for (const step of regionPath(code)) {
    const option: RegionOption | undefined = level?.find(({ value }) => value === step)
    if (!option) continue
    path.push(step)
    level = option.children
  }
  return path.at(-1) === code ? path : []
}

/** Every name of each region in lower case, from `loadRegionNames`. */
export type RegionNames = Readonly<Record<string, readonly string[]>>

/**
 * Thai, Chinese and Korean are written without spaces between words, so splitting at spaces never
 * splits a name.
 */
const splitWords = (typed: string): string[] =>
  typed
    .toLowerCase()
    .split(/[\s/,'’]+/)
    .filter(Boolean)
const plain = (name: string): string => name.toLowerCase().replaceAll(/[\s'’]+/g, '')

/**
 * 0: no match. 1 to 3, higher is better: every word occurs on the path, and one of them in the
 * region's own name; at its beginning; or equals it.
 */
const closeness = (
  typed: string,
  path: readonly RegionOption[],
  names: RegionNames | undefined,
): number => {
  const words = splitWords(typed)
  const own = path.at(-1)
  if (!own || words.length === 0) return 0
  const of = (option: RegionOption): string[] => [
    plain(option.label),
    ...(names?.[option.value] ?? []).map(plain),
  ]
  const ownNames = of(own)
  const whole = plain(typed)
  if (ownNames.includes(whole)) return 3
  if (ownNames.some((name) => name.startsWith(whole))) return 2
  if (!words.some((word) => ownNames.some((name) => name.includes(word)))) return 0
  const all = [...ownNames, ...path.slice(0, -1).flatMap(of)]
  return words.every((word) => all.some((name) => name.includes(word))) ||
    ownNames.some((name) => name.includes(whole))
    ? 1
    : 0
}

/**
 * Matching and ordering for the search: by name in any language, by pinyin, and across levels
 * ("hangzhou xihu"). The closest match comes first, then the larger area.
 */
export const regionSearch = (names: RegionNames | undefined) => ({
  filter: (typed: string, path: readonly RegionOption[]): boolean =>
    closeness(typed, path, names) > 0,
  sort: (a: readonly RegionOption[], b: readonly RegionOption[], typed: string): number =>
    closeness(typed, b, names) - closeness(typed, a, names) ||
    a.length - b.length ||
    (a.at(-1)!.value < b.at(-1)!.value ? -1 : 1),
})
