import { z } from 'zod'
import { notARow } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { RegionCode } from '../fields.ts'

const AreaNumber = notARow('A number of the table of regions', z.int())
type Area = { areaId: number; regionCode: string; areaName: string; children: Area[] }
/**
 * Names in the language of the request. China's areaId is 156; below a country it is the number of
 * the region code.
 */
export const Area: z.ZodType<Area> = z
  .lazy(() =>
    z.object({
      areaId: AreaNumber,
      regionCode: RegionCode,
      areaName: z.string(),
      children: z.array(Area).describe('Empty where no region is below'),
    }),
  )
  .meta({ id: 'Area' })

const route = routeWithTag('Regions')

export const regionRoutes = {
  loadRegions: route('GET', '/api/common/regions', {
    policy: 'public',
    summary: 'All regions as a tree; a signed-in caller’s adCode is for the console to narrow by',
    out: z.object({ items: z.array(Area) }),
  }),
  listCountries: route('GET', '/api/common/countries', {
    policy: 'public',
    summary: 'The countries, in the language of the request',
    out: z.object({
      items: z.array(
        z.object({
          areaId: AreaNumber,
          regionCode: RegionCode,
          areaName: z.string(),
          isoCode: z.string().nullable().describe('ISO 3166-1, two letters'),
        }),
      ),
    }),
  }),
  loadRegionNames: route('GET', '/api/common/region-names', {
    policy: 'public',
    summary:
      'Every name of each region in all languages and in pinyin, in small letters: what a search looks through',
    out: z.object({ items: z.record(RegionCode, z.array(z.string())) }),
  }),
}
