// The fields that two governments have drawn for their campaigns. Each has the shape of a plot in
// its row of the village, so that flights over the plot can be moved onto the field.
import type { Bounds } from '@swath/domain/lng-lat'
import { polygonBounds } from '@swath/domain/polygon'
import { shapeBounds } from '@swath/domain/zone-shapes'
import { lngSteps } from './moved-track.seed.ts'
import { isDayOfTask } from './data/tasks.ts'
import {
  demoId,
  type CampaignField,
  type World,
  type WorldDrone,
  type WorldPlot,
} from './world-rows.seed.ts'

/** The operators of a campaign, and the account that owns its fields. */
const campaigns = [
  { drawnBy: 'huaxian-government', operators: ['fengyuan', 'jinsui'] },
  { drawnBy: 'suphan-government', operators: ['suphandrone'] },
] as const
/**
 * Fields for each plot: the first ones were sprayed in the past, the others are left to the
 * simulated fleet.
 */
const [sprayedFields, waitingFields] = [34, 20]
/** A village's lower numbers belong to plots of the platform's accounts. */
const firstNumber = 201
/** A ditch, and about 300 m. */
const [laneDeg, besideZonesDeg] = [0.000_15, 0.003]
const [nearestDeg, farthestDeg, lookDeg] = [0.001, 0.16, 0.000_3]

type Taken = Bounds & { beside: number }

const isApart = (taken: Taken, bounds: Bounds, eastDeg: number): boolean =>
  taken.maxLng + taken.beside < bounds.minLng + eastDeg ||
  taken.minLng - taken.beside > bounds.maxLng + eastDeg ||
  taken.maxLat + taken.beside < bounds.minLat ||
  taken.minLat - taken.beside > bounds.maxLat

/** The nearest free place on either side, no nearer than the last one. */
const findPlace = (bounds: Bounds, fromDeg: number, taken: readonly Taken[]): number | null => {
  const row = taken.filter(
    ({ minLat, maxLat, beside }) =>
      maxLat + beside >= bounds.minLat && minLat - beside <= bounds.maxLat,
  )
  for (let deg = fromDeg; deg <= farthestDeg; deg += lookDeg)
    for (const eastDeg of [deg, -deg])
      if (row.every((one) => isApart(one, bounds, eastDeg))) return eastDeg
  return null
}

const moveEast = ([lng, lat]: readonly [number, number], steps: number): [number, number] => [
  lng + steps / lngSteps,
  lat,
]

/**
 * One field for each plot a round, so that every plot gets near fields before any gets distant
 * ones.
 */
const layRound = (
  plots: readonly WorldPlot[],
  taken: Taken[],
  lay: (plot: WorldPlot, eastSteps: number) => void,
  reachedDeg: Map<string, number>,
): void => {
  for (const plot of plots) {
    const bounds = polygonBounds([plot.ring])
    const found = findPlace(bounds, reachedDeg.get(plot.id) ?? nearestDeg, taken)
    reachedDeg.set(plot.id, found === null ? Infinity : Math.abs(found))
    if (found === null) continue
    const eastSteps = Math.round(found * lngSteps)
    const movedDeg = eastSteps / lngSteps
    taken.push({
      ...bounds,
      minLng: bounds.minLng + movedDeg,
      maxLng: bounds.maxLng + movedDeg,
      beside: laneDeg,
    })
    lay(plot, eastSteps)
  }
}

type Laid = Pick<World, 'plots' | 'zones' | 'drones'>

const fliesFor = (drone: WorldDrone, operators: readonly string[]): boolean =>
  operators.some((key) => drone.pool.startsWith(`${key}/`))

export const layCampaignFields = (
  world: Laid,
  nameOf: (drone: WorldDrone, village: string, number: number) => string,
): CampaignField[] => {
  const taken: Taken[] = [
    ...world.plots.map(({ ring }) => ({ ...polygonBounds([ring]), beside: laneDeg })),
    ...world.zones
      .filter(({ kind, restriction }) => kind === 'stay_out' && restriction !== 'no_restriction')
      .map(({ shape }) => ({ ...shapeBounds(shape), beside: besideZonesDeg })),
  ]
  const fields: CampaignField[] = []
  const numbers = new Map<string, number>()
  for (const { drawnBy, operators } of campaigns) {
    const drones = world.drones.filter((drone) => fliesFor(drone, operators))
    const plots = drones.map((drone) => drone.plots[0]!)
    const reachedDeg = new Map<string, number>()
    for (let round = 0; round < sprayedFields + waitingFields; round++)
      layRound(
        plots,
        taken,
        (plot, eastSteps) => {
          const { village } = plot
          const number = numbers.get(village) ?? firstNumber
          numbers.set(village, number + 1)
          fields.push({
            like: plot.id,
            eastSteps,
            isWaiting: round >= sprayedFields,
            plot: {
              ...plot,
              id: demoId('plot', `${drawnBy}/${village}/${number}`),
              accountId: demoId('account', drawnBy),
              name: nameOf(drones[plots.indexOf(plot)]!, village, number),
              ring: plot.ring.map((point) => moveEast(point, eastSteps)),
              takeoff: moveEast(plot.takeoff, eastSteps),
            },
          })
        },
        reachedDeg,
      )
  }
  return fields
}

/**
 * Minimum days between two sprayings of a field (the second one belongs to the next campaign):
 * usually, and on days of a task.
 */
const [daysBetweenSprayings, daysBetweenTasks] = [42, 26]

export type CampaignTurns = {
  /**
   * The next field to spray on a day (`age`: days before the seed); null if all were sprayed
   * recently.
   */
  find(likePlotId: string, age: number): CampaignField | null
  take(likePlotId: string, age: number): CampaignField | null
}

/** Drones that share plots also share the fields with the shapes of these plots. */
export const takeTurns = ({ campaignFields }: Pick<World, 'campaignFields'>): CampaignTurns => {
  const byPlot = Map.groupBy(
    campaignFields.filter(({ isWaiting }) => !isWaiting),
    ({ like }) => like,
  )
  const ages = new Map<CampaignField, number[]>()
  const find: CampaignTurns['find'] = (likePlotId, age) =>
    byPlot
      .get(likePlotId)
      ?.find((one) =>
        (ages.get(one) ?? []).every(
          (other) =>
            Math.abs(other - age) >= (isDayOfTask(age) ? daysBetweenTasks : daysBetweenSprayings),
        ),
      ) ?? null
  return {
    find,
    take: (likePlotId, age) => {
      const field = find(likePlotId, age)
      if (field) ages.set(field, [...(ages.get(field) ?? []), age])
      return field
    },
  }
}
