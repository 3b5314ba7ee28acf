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

const Day = z.iso.date().describe('A day of the zone of the plot’s owner')
const days = {
  fromDay: filter(Day).describe('From its beginning'),
  untilDay: filter(Day).describe('To its end'),
}

/** Several years of several crops. */
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
  version: SeenVersion.describe('Of the plot'),
})

export const PlotSeasons = z
  .object({
    items: z
      .array(z.object({ ...seasonFields, cropName: z.string() }))
      .describe('The newest first'),
    version: RowVersion.describe('Of the plot'),
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
    sprayL: z.number().describe('litres, of the whole flight'),
    coveredArea: Mu.describe('Of the plot'),
    outsideRatio: z.number().describe('Share of what the flight covered that lies elsewhere, 0..1'),
    suspicions: z
      .array(FlightSuspicion.pick({ suspicionId: true, cause: true, state: true }))
      .describe('About its claim; for those who supervise it, empty for others'),
  })
  .meta({ id: 'PlotSpraying' })
export type PlotSpraying = z.infer<typeof PlotSpraying>

/** Flights whose coverage is computed together. */
export const groundFlightsAtMost = 100

const Rings = z
  .array(z.array(z.array(z.tuple([z.number(), z.number()]))))
  .describe('Polygons, WGS-84')

export const PlotGround = z
  .object({
    sortieNum: z.int().describe('Flights that it is worked out from'),
    leftOutNum: z.int().describe('Older ones beyond as many as are worked out together'),
    area: Mu.describe('Of the plot, as it was at the last of them'),
    coveredArea: Mu,
    missedArea: Mu,
    repeatedArea: Mu.describe('Covered by separate passes, of one flight or of several'),
    coveredRings: Rings,
    missedRings: Rings,
    repeatedRings: Rings,
  })
  .meta({ id: 'PlotGround' })
export type PlotGround = z.infer<typeof PlotGround>

export const plotWorkRoutes = {
  getPlotSeasons: route('GET', `${base}/seasons`, {
    summary: 'What grows on a plot from when to when',
    policy,
    params,
    out: PlotSeasons,
    errors: ['not_found'],
  }),
  setPlotSeasons: route('PUT', `${base}/seasons`, {
    summary: 'All seasons of a plot, in place of those before; no two at the same time',
    policy: { screens: ['block-list'] },
    params,
    body: PlotSeasonsInput,
    out: PlotSeasons,
    errors: ['conflict', 'not_found', 'forbidden'],
  }),
  getPlotSprayings: route('GET', `${base}/sprayings`, {
    summary: 'Flights that sprayed a plot, the newest first, a hundred at a time',
    policy,
    params,
    query: z.object({
      ...days,
      before: filter(id('sortie')).describe('Those before this one, which is the last known'),
    }),
    out: z.object({ items: z.array(PlotSpraying), hasMore: z.boolean() }),
    errors: ['not_found'],
  }),
  getPlotGround: route('GET', `${base}/ground`, {
    summary: 'Ground of a plot that flights covered, missed and covered again',
    policy,
    params,
    query: z.object({
      ...days,
      sortieIds: filter(joinedIds('sortie')).describe('These alone, with commas between them'),
    }),
    out: PlotGround,
    errors: ['not_found', 'work_too_slow', 'work_too_large'],
  }),
}
