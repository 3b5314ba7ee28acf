import type { z } from 'zod'
import type { Area, regionRoutes } from '@swath/contract/people/regions'
import { childRegions, regions, type Region } from '@swath/fixtures/regions'
import type { Language } from '@swath/i18n/languages'
import type { Handlers } from '../../../platform/http/context.ts'
import { readyAnswer } from '../../../platform/http/ready-answer.ts'

/** The ISO number of a country; for other regions the number of the whole code. */
const toAreaId = ({ code, level }: Region): number =>
  Number(level === 'country' ? code.slice(0, 3) : code)

const toArea = (region: Region, language: Language): z.input<typeof Area> => ({
  areaId: toAreaId(region),
  regionCode: region.code,
  areaName: region.names[language],
  children: childRegions(region.code).map((each) => toArea(each, language)),
})

/** Names of a region that people may enter, without duplicates of its spelling. */
const listNames = ({ names, spelling }: Region): string[] => [
  ...new Set(
    [...Object.values(names), ...(spelling === null ? [] : [spelling])].map((name) =>
      name.toLowerCase(),
    ),
  ),
]

export const regionHandlers = (): Handlers<typeof regionRoutes> => {
  const trees = new Map<Language, { items: z.input<typeof Area>[] }>()
  const treeIn = (language: Language): { items: z.input<typeof Area>[] } => {
    const tree =
      trees.get(language) ??
      readyAnswer({ items: childRegions(null).map((country) => toArea(country, language)) })
    trees.set(language, tree)
    return tree
  }
  let names: { items: Record<string, string[]> } | null = null
  return {
    loadRegions: async (_input, { language, setHeader }) => {
      // The same for everyone, and changed only by a new version of the product: revalidated once a
      // day, with a 304 response.
      setHeader('cache-control', 'public, max-age=86400, stale-while-revalidate=604800')
      setHeader('vary', 'language, accept-language, accept-encoding')
      return treeIn(language)
    },
    listCountries: async (_input, { language, setHeader }) => {
      setHeader('cache-control', 'public, max-age=86400, stale-while-revalidate=604800')
      setHeader('vary', 'language, accept-language, accept-encoding')
      return {
        items: childRegions(null).map((country) => ({
          areaId: toAreaId(country),
          regionCode: country.code,
          areaName: country.names[language],
          isoCode: country.isoCode,
        })),
      }
    },
    loadRegionNames: async (_input, { setHeader }) => {
      setHeader('cache-control', 'public, max-age=86400, stale-while-revalidate=604800')
      setHeader('vary', 'accept-encoding')
      names ??= readyAnswer({
        items: Object.fromEntries(regions.map((region) => [region.code, listNames(region)])),
      })
      return names
    },
  }
}
