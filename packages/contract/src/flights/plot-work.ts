// Crops of a plot, and spraying on it.
import { z } from 'zod'
import { FlightSuspicion } from './claims.ts'
import { CropId } from '../land/crops.ts'
import { DroneId, Mu, RowVersion, SeenVersion, Time, filter } from '../fields.ts'
import { id, joinedIds } from '../ids.ts'
import { routeWithTag } from '../kit.ts'

const route = routeWithTag('Work on plots')
const policy = { screens: ['block-list', 'monitor'] } as const
const base = '/api/oper/blocks/{blockId}'
const params = z.object({ blockId: id('plot') })

const Day = z.iso.date().describe('A day in the time zone of the plot’s owner')
const days = {
  fromDay: filter(Day).describe('First day, inclusive'),
  untilDay: filter(Day).describe('Last day, inclusive'),
}

/** Enough for several years of several crops. */
const seasonsAtMost = 60
const seasonFields = { cropId: CropId, fromDay: Day, untilDay: Day }

const isInOrder = (items: readonly { fromDay: string; untilDay: string }[]): boolean =>
  items.every(({ fromDay, untilDay }) => fromDay <= untilDay)
const areApart = (items: readonly { fromDay: string; untilDay: string }[]): boolean => {
  const sorted = items.toSorted((a, b) => (a.fromDay < b.fromDay ? -1 : 1))
  return sorted.every(({ fromDay }, i) => i === 0 || sorted[i - 1]!.untilDay < fromDay)
}

export const PlotSeasonsInput = z.object({
  items: z
    .array(z.object(seasonFields))
    .max(seasonsAtMost)
    .refine(isInOrder, { message: 'untilBeforeFrom' })
    .refine(areApart, { message: 'seasonsOverlap' }),
  version: SeenVersion.describe('Version of the plot'),
})

export const PlotSeasons = z
  .object({
    items: z.array(z.object({ ...seasonFields, cropName: z.string() })).describe('Newest first'),
    version: RowVersion.describe('Version of the plot'),
    can: z.object({ update: z.boolean() }),
  })
  .meta({ id: 'PlotSeasons' })
export type PlotSeasons = z.infer<typeof PlotSeasons>

/** A flight of any operator that sprayed the plot. */
export const PlotSpraying = z
  .object({
    sortieId: id('sortie'),
    droneId: DroneId,
    droneName: z.string(),
    startTime: Time,
    endTime: Time,
    yyAccountName: z.string().nullable(),
    oprName: z.string().nullable(),
    crop: z.string().nullable(),
    chemical: z.string().nullable(),
    sprayL: z.number().describe('Litres sprayed on the whole flight'),
    coveredArea: Mu.describe('Covered area of the plot'),
    outsideRatio: z
      .number()
      .describe('Share of the area covered by the flight outside the plot, 0 to 1'),
    suspicions: z
      .array(FlightSuspicion.pick({ suspicionId: true, cause: true, state: true }))
      .describe(
        'Suspicions about the flight’s claim; empty unless the caller supervises the flight',
      ),
  })
  .meta({ id: 'PlotSpraying' })
export type PlotSpraying = z.infer<typeof PlotSpraying>

/** Maximum number of flights whose coverage is computed together. */
export const groundFlightsAtMost = 100

const Rings = z
  .array(z.array(z.array(z.tuple([z.number(), z.number()]))))
  .describe('Polygons, WGS-84')

export const PlotGround = z
  .object({
    sortieNum: z.int().describe('Number of flights the area was computed from'),
    leftOutNum: z.int().describe('Number of older flights beyond the limit, which were left out'),
    area: Mu.describe('Area of the plot at the time of the last of these flights'),
    coveredArea: Mu,
    missedArea: Mu,
    repeatedArea: Mu.describe('Area covered by separate passes, of one flight or of several'),
    coveredRings: Rings,
    missedRings: Rings,
    repeatedRings: Rings,
  })
  .meta({ id: 'PlotGround' })
export type PlotGround = z.infer<typeof PlotGround>

export const plotWorkRoutes = {
  getPlotSeasons: route('GET', `${base}/seasons`, {
    summary: 'List the crops of a plot with their dates',
    policy,
    params,
    out: PlotSeasons,
    errors: ['not_found'],
  }),
  setPlotSeasons: route('PUT', `${base}/seasons`, {
    summary: 'Replace all crop seasons of a plot; seasons must not overlap',
    policy: { screens: ['block-list'] },
    params,
    body: PlotSeasonsInput,
    out: PlotSeasons,
    errors: ['conflict', 'not_found', 'forbidden'],
  }),
  getPlotSprayings: route('GET', `${base}/sprayings`, {
    summary: 'List the flights that sprayed a plot, newest first, 100 at a time',
    policy,
    params,
    query: z.object({
      ...days,
      before: filter(id('sortie')).describe(
        'Flights before this one: the last sortie of the previous page',
      ),
    }),
    out: z.object({ items: z.array(PlotSpraying), hasMore: z.boolean() }),
    errors: ['not_found'],
  }),
  getPlotGround: route('GET', `${base}/ground`, {
    summary: 'Get the covered, missed and repeatedly covered ground of a plot',
    policy,
    params,
    query: z.object({
      ...days,
      sortieIds: filter(joinedIds('sortie')).describe('Only these flights, comma-separated'),
    }),
    out: PlotGround,
    errors: ['not_found', 'work_too_slow', 'work_too_large'],
  }),
}
