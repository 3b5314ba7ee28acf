import { childRegions, type Region } from '@swath/fixtures/regions'

const spelt = (text: string): string => text.trim().toLowerCase()

const isCalled = ({ names, spelling }: Region, name: string): boolean =>
  Object.values(names).some((one) => spelt(one) === name) || spelling === name

/** Names that refer to a whole municipality in China's addresses, and are not areas. */
const noArea: ReadonlySet<string> = new Set(['市辖区', '县', '市轄區', '縣'])

/**
 * The smallest area that matches the names, from the largest to the smallest: in any language, with
 * or without the country. The host's country is searched first; null if a name matches nothing.
 */
export const regionNamed = (names: readonly string[], home: string | null): string | null => {
  const path = names
    .flatMap((name) => name.split('/'))
    .map(spelt)
    .filter(Boolean)
  const [first, ...rest] = path
  if (first === undefined) return home
  const within = (parent: string | null, name: string): Region | undefined =>
    childRegions(parent).find((region) => isCalled(region, name))
  const elsewhere = childRegions(null).flatMap(({ code }) => within(code, first) ?? [])
  let region =
    (home === null ? undefined : within(home, first)) ??
    within(null, first) ??
    (elsewhere.length === 1 ? elsewhere[0] : undefined)
  for (const name of rest) {
    if (region === undefined) return null
    if (noArea.has(name) || isCalled(region, name)) continue
    region =
      within(region.code, name) ??
      childRegions(region.code).flatMap(({ code }) => within(code, name) ?? [])[0]
  }
  return region?.code ?? null
}
