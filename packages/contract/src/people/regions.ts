import { z } from 'zod'
import { notARow } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { RegionCode } from '../fields.ts'

const AreaNumber = notARow('A number in the table of regions', z.int())
type Area = { areaId: number; regionCode: string; areaName: string; children: Area[] }
/**
 * Names are in the language of the request. The areaId of China is 156; below a country it is the
 * region code as a number.
 */
export const Area: z.ZodType<Area> = z
  .lazy(() =>
    z.object({
      areaId: AreaNumber,
      regionCode: RegionCode,
      areaName: z.string(),
      children: z.array(Area).describe('Regions below this one; empty if there are none'),
    }),
  )
  .meta({ id: 'Area' })

const route = routeWithTag('Regions')

export const regionRoutes = {
  loadRegions: route('GET', '/api/common/regions', {
    policy: 'public',
    summary:
      'Get all regions as a tree. The response is not narrowed to the caller’s region; clients can narrow it by adCode of the signed-in user',
    out: z.object({ items: z.array(Area) }),
  }),
  listCountries: route('GET', '/api/common/countries', {
    policy: 'public',
    summary: 'List the countries, with names in the language of the request',
    out: z.object({
      items: z.array(
        z.object({
          areaId: AreaNumber,
          regionCode: RegionCode,
          areaName: z.string(),
          isoCode: z.string().nullable().describe('ISO 3166-1 alpha-2 code'),
        }),
      ),
    }),
  }),
  loadRegionNames: route('GET', '/api/common/region-names', {
    policy: 'public',
    summary:
      'Get all names of each region for searching: in all languages and in pinyin, in lower case',
    out: z.object({ items: z.record(RegionCode, z.array(z.string())) }),
  }),
}
