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
 * What may be chosen: everything, or the area `within` and what it holds (specification, section 3:
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

/** Country codes of telephones and of regions, for the hosts that the product is offered on. */
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

/** The host's own country before all others. */
export const homeFirst = (
  options: readonly RegionOption[],
  dialling: string | undefined,
): RegionOption[] => {
  const home = dialling === undefined ? undefined : countryByDialling[dialling]
  return options.toSorted((a, b) => Number(b.value === home) - Number(a.value === home))
}

/** Every place of the tree that fits what is typed, each with the way down to it. */
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
 * The codes from the first column down to `code`; of one that is not among the options nothing.
 * Some countries leave a level out.
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

/** Every name of each region, small letters: `loadRegionNames`. */
export type RegionNames = Readonly<Record<string, readonly string[]>>

/**
 * Thai, Chinese and Korean are written without spaces between words, so spaces divide nothing that
 * belongs together.
 */
const splitWords = (typed: string): string[] =>
  typed
    .toLowerCase()
    .split(/[\s/,'’]+/)
    .filter(Boolean)
const plain = (name: string): string => name.toLowerCase().replaceAll(/[\s'’]+/g, '')

/**
 * 0: no match. 1 to 3, closer with each: every word occurs on the path down, and one of them in the
 * region's own name; at its beginning; as the whole of it.
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
 * How the chooser's search finds and orders: by name in any language, by pinyin, "hangzhou xihu"
 * across levels; the closest first, then the larger area.
 */
export const regionSearch = (names: RegionNames | undefined) => ({
  filter: (typed: string, path: readonly RegionOption[]): boolean =>
    closeness(typed, path, names) > 0,
  sort: (a: readonly RegionOption[], b: readonly RegionOption[], typed: string): number =>
    closeness(typed, b, names) - closeness(typed, a, names) ||
    a.length - b.length ||
    (a.at(-1)!.value < b.at(-1)!.value ? -1 : 1),
})
