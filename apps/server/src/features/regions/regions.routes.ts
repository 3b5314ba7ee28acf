import type { z } from 'zod'
import type { Area, regionRoutes } from '@swath/contract/regions'
import { childRegions, type Region } from '@swath/fixtures/regions'
import type { Language } from '@swath/i18n/languages'
import type { Handlers } from '../../platform/http/context.ts'

/** Of a country its ISO number; below it the number of the whole code. */
const areaIdOf = ({ code, level }: Region): number => Number(level === 'country' ? code.slice(0, 3) : code)

const areaOf = (region: Region, language: Language): z.input<typeof Area> => {
  const within = childRegions(region.code)
  return {
    areaId: areaIdOf(region), regionCode: region.code, areaName: region.names[language],
    ...within.length > 0 ? { children: within.map((each) => areaOf(each, language)) } : {},
  }
}

export const regionHandlers = (): Handlers<typeof regionRoutes> => {
  const built = new Map<Language, z.input<typeof Area>[]>()
  return {
    loadRegions: async (_input, { language, setHeader }) => {
      const items = built.get(language) ?? childRegions(null).map((country) => areaOf(country, language))
      built.set(language, items)
      // The same for everyone, and it changes with a new version alone.
      setHeader('cache-control', 'public, max-age=3600')
      setHeader('vary', 'language, accept-language, accept-encoding')
      return { items }
    },
  }
}
