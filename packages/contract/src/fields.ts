// Schemas shared by many calls.
import { z } from 'zod'
import { naming, notARow } from './ids.ts'
import { askedMoment } from './moments.ts'

export const SerialNumber = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{2,31}$/)
  .describe('Serial number given by the manufacturer, 3 to 32 characters')
export const DroneId = naming('drone', SerialNumber.clone())
/** ISO 8601 with offset; responses are in UTC (`Z`). */
export const Time = z.iso.datetime({ offset: true })

const AskedTime = z
  .string()
  .regex(/^(19|20|21)\d\d-/)
  .pipe(z.union([Time, z.iso.datetime({ local: true }), z.iso.date()]))
/**
 * Start and end of a period in a request. Days and times without an offset are in the caller's time
 * zone; the server adds the offset (moments.ts).
 */
export const TimeFrom = askedMoment(
  'from',
  AskedTime.clone().describe(
    'ISO 8601. A day (YYYY-MM-DD) means the start of that day; a time without offset is in the caller’s time zone',
  ),
)
export const TimeUntil = askedMoment(
  'until',
  AskedTime.clone().describe(
    'ISO 8601. A day (YYYY-MM-DD) means the end of that day; a time without offset is in the caller’s time zone',
  ),
)
/** A day in the caller's time zone; a time means the day that contains it. */
export const AskedDay = askedMoment(
  'day',
  AskedTime.clone().describe(
    'Day (YYYY-MM-DD) in the caller’s time zone; a time means the day that contains it',
  ),
)
export const Longitude = z.number().min(-180).max(180).describe('WGS-84 degrees')
export const Latitude = z.number().min(-90).max(90).describe('WGS-84 degrees')
export const Position = z.tuple([Longitude, Latitude]).describe('[lng, lat], WGS-84 degrees')
export const Ring = z
  .array(Position)
  .min(4)
  .max(2000)
  .describe('Closed ring: the last position repeats the first')
/** Polygons for display; not checked again, since they were checked when stored. */
export const DrawnParts = z
  .array(z.array(z.array(z.tuple([z.number(), z.number()]))))
  .describe(
    'GeoJSON MultiPolygon coordinates, WGS-84 degrees: each polygon is an outer ring followed by its holes',
  )
export const RegionCode = z
  .string()
  .regex(/^\d{9}$/)
  .describe('ISO 3166-1 numeric country code followed by a six-digit area code; 156000000 is China')
export const RegionPath = z
  .array(z.string())
  .describe('Names from the country downwards, in the language of the request')
/** An area in mu: 1 mu = 2000/3 m² (specification, section 9). */
export const Mu = z.number().describe('Area in mu; 1 mu = 2000/3 m²')
/** Operation as named in the specification. */
export const EnableOpr = z.enum(['enable', 'disable'])

export const RowVersion = z.int().describe('Version of the row, incremented by each change')
/** Version on which a change is based; if absent, conflicting changes are not detected. */
export const SeenVersion = z
  .int()
  .optional()
  .describe(
    'Version that the change is based on; refused as a conflict if the row has a newer version. If absent, it is not checked',
  )

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

/**
 * `currentPage` starts at 1; `pageSize` is 20 by default and at most 500 (specification, sections 3
 * and 9).
 */
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

/** A filter in a query string: an empty string is the same as absent. */
export const filter = <S extends z.ZodType>(schema: S) =>
  z.union([z.literal('').transform(() => undefined), schema]).optional()
/** A boolean in a query string. */
export const YesNo = z
  .enum(['true', 'false', '1', '0'])
  .transform((word): 'true' | 'false' => (word === 'true' || word === '1' ? 'true' : 'false'))
export const flag = filter(YesNo)
export const SearchText = filter(z.string().trim().max(100))
const searches = z.registry<{ filters: readonly string[] }>()
/**
 * The search box of a list: finds the rows that any of these text filters finds. The server
 * derives its condition from theirs.
 */
export const searchIn = (...filters: readonly [string, string, ...string[]]) =>
  SearchText.describe(`Text to find by any of: ${filters.join(', ')}`).register(searches, {
    filters,
  })
/** The text filters that a search box combines; none for any other filter. */
export const listSearched = (schema: z.ZodType | undefined): readonly string[] =>
  (schema && searches.get(schema)?.filters) ?? []
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

/** With an explicit pattern, because Number('') is 0. */
const queryNumber = z
  .string()
  .regex(/^-?\d{1,9}(\.\d{1,20})?(e-\d{1,2})?$/)
  .transform(Number)

/** File format of an exported list. */
export const TableFormat = z.enum(['csv', 'xlsx']).default('csv')
export type TableFormat = z.infer<typeof TableFormat>

/** A filter by part of a serial number. */
export const PartOfDroneId = notARow('A search text: part of a serial number', SearchText)

/** Unit in which areas are displayed and exported; in the API they are in mu. */
export const AreaUnit = z.enum(['mu', 'acre', 'hectare', 'rai'])

const edge = (degrees: z.ZodNumber, world: number) =>
  queryNumber
    .pipe(degrees)
    .optional()
    .transform((given) => given ?? world)
/**
 * The map's bounds; absent sides default to those of the world. If minLng is greater than maxLng,
 * the bounds cross the 180° meridian.
 */
export const RangeQuery = z.object({
  minLng: edge(Longitude, -180),
  maxLng: edge(Longitude, 180),
  minLat: edge(Latitude, -90),
  maxLat: edge(Latitude, 90),
})

/** West, south, east and north bounds, in degrees. */
export const Box = z.object({
  minLng: z.number(),
  minLat: z.number(),
  maxLng: z.number(),
  maxLat: z.number(),
})
