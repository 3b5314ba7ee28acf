// Shapes that many calls share.
import { z } from 'zod'
import { naming, notARow } from './ids.ts'
import { askedMoment } from './moments.ts'

export const SerialNumber = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{2,31}$/)
  .describe("The maker's serial number, 3 to 32 characters")
export const DroneId = naming('drone', SerialNumber.clone())
/** ISO 8601 with offset; answers are in UTC (`Z`). */
export const Time = z.iso.datetime({ offset: true })

const AskedTime = z
  .string()
  .regex(/^(19|20|21)\d\d-/)
  .pipe(z.union([Time, z.iso.datetime({ local: true }), z.iso.date()]))
/**
 * Ends of a period in a request. Days and times without an offset are in the caller's zone; the
 * server adds the offset (moments.ts).
 */
export const TimeFrom = askedMoment(
  'from',
  AskedTime.clone().describe(
    'ISO 8601. A day (YYYY-MM-DD) is its beginning, a time without offset is one of the caller’s zone',
  ),
)
export const TimeUntil = askedMoment(
  'until',
  AskedTime.clone().describe(
    'ISO 8601. A day (YYYY-MM-DD) is its end, a time without offset is one of the caller’s zone',
  ),
)
/** A day of the caller's zone; a time means the day that contains it. */
export const AskedDay = askedMoment(
  'day',
  AskedTime.clone().describe('A day (YYYY-MM-DD) of the caller’s zone; of a time, its day'),
)
export const Longitude = z.number().min(-180).max(180).describe('WGS-84 degrees')
export const Latitude = z.number().min(-90).max(90).describe('WGS-84 degrees')
export const Position = z.tuple([Longitude, Latitude]).describe('[lng, lat], WGS-84 degrees')
export const Ring = z
  .array(Position)
  .min(4)
  .max(2000)
  .describe('Closed: the last position repeats the first')
/** Polygons as they are drawn; what was stored has been checked. */
export const DrawnParts = z
  .array(z.array(z.array(z.tuple([z.number(), z.number()]))))
  .describe('GeoJSON MultiPolygon coordinates, WGS-84: parts of an outline, then holes')
export const RegionCode = z
  .string()
  .regex(/^\d{9}$/)
  .describe('ISO 3166-1 numeric and a six-digit area code; 156000000 is China')
export const RegionPath = z
  .array(z.string())
  .describe('Names from the country down, in the language of the request')
/** An area in mu: 1 mu = 2000/3 m² (specification, section 9). */
export const Mu = z.number().describe('mu; 1 mu = 2000/3 m²')
/** The specification's enable and disable, and lock and unlock. */
export const EnableOpr = z.enum(['enable', 'disable'])

export const RowVersion = z.int().describe('One more with each change')
/** Of the row that was shown where the change was made; absent, an older one is not noticed. */
export const SeenVersion = z
  .int()
  .optional()
  .describe('The version that was read: a change from an older one is refused as a conflict')

const queryInteger = (fallback: number, minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d{1,7}$/)
    .default(String(fallback))
    .transform(Number)
    .pipe(z.number().int().min(minimum).max(maximum))

/** 8 to 16 letters and digits, both kinds (specification, section 5). */
export const NewPassword = z
  .string()
  .regex(/^(?=.*[A-Za-z])(?=.*\d)[A-Za-z\d]{8,16}$/, 'passwordRule')

/** currentPage from 1, pageSize 20 by default, 500 at most (specification, sections 3 and 9). */
export const Page = z.object({
  currentPage: queryInteger(1, 1, 1_000_000),
  pageSize: queryInteger(20, 1, 500),
})
export type Page = { currentPage: number; pageSize: number }

/** Paging of log and team lists (specification, section 3). */
export const IndexPage = z.object({
  pageIndex: queryInteger(1, 1, 1_000_000),
  size: queryInteger(20, 1, 500),
})

/**
 * Paging of common lists, which can return everything at once (specification, section 9: crops
 * 1000).
 */
export const CommonPage = z.object({
  pageIndex: queryInteger(1, 1, 1_000_000),
  size: queryInteger(20, 1, 1000),
})

/** A filter of a query string: an empty string is as good as absent. */
export const filter = <S extends z.ZodType>(schema: S) =>
  z.union([z.literal('').transform(() => undefined), schema]).optional()
/** Yes or no in a query. */
export const YesNo = z
  .enum(['true', 'false', '1', '0'])
  .transform((word): 'true' | 'false' => (word === 'true' || word === '1' ? 'true' : 'false'))
export const flag = filter(YesNo)
export const SearchText = filter(z.string().trim().max(100))
/** `field` or `-field` (descending). */
export const sorting = <const F extends readonly [string, ...string[]]>(fields: F) =>
  filter(z.enum(fields.flatMap((field) => [field, `-${field}`]) as [F[number] | `-${F[number]}`]))

export const paged = <S extends z.ZodType>(item: S) =>
  z.object({
    items: z.array(item),
    total: z.number().int(),
    currentPage: z.number().int(),
    pageSize: z.number().int(),
  })

export const indexPaged = <S extends z.ZodType>(item: S) =>
  z.object({
    items: z.array(item),
    total: z.number().int(),
    pageIndex: z.number().int(),
    size: z.number().int(),
  })

/** Said in full, because Number('') is 0. */
const queryNumber = z
  .string()
  .regex(/^-?\d{1,9}(\.\d{1,20})?(e-\d{1,2})?$/)
  .transform(Number)

/** File format of an exported list. */
export const TableFormat = z.enum(['csv', 'xlsx']).default('csv')
export type TableFormat = z.infer<typeof TableFormat>

/** A filter by a part of a serial number. */
export const PartOfDroneId = notARow('A part of a serial number is looked for', SearchText)

/** The unit in which areas are shown and exported; on the wire they are in mu. */
export const AreaUnit = z.enum(['mu', 'acre', 'hectare', 'rai'])

const edge = (degrees: z.ZodNumber, world: number) =>
  queryNumber
    .pipe(degrees)
    .optional()
    .transform((given) => given ?? world)
/**
 * The map's range; a side that is absent is that of the world. minLng above maxLng: the range
 * crosses the 180° meridian.
 */
export const RangeQuery = z.object({
  minLng: edge(Longitude, -180),
  maxLng: edge(Longitude, 180),
  minLat: edge(Latitude, -90),
  maxLat: edge(Latitude, 90),
})
