// Free fields next to the platform's plots, to which past flights are moved: a field is sprayed
// some times a year and not every day.
import type { Bounds } from '@swath/domain/lng-lat'
import { shapeBounds } from '@swath/domain/zone-shapes'
import { firstLevelAreaAt } from '@swath/fixtures/first-level-areas'
import { lngSteps } from './moved-track.seed.ts'
import type { TemplateFlight } from './template-flights.seed.ts'
import type { World, WorldPlot } from './world-rows.seed.ts'

/**
 * Steps of longitude to the east (negative: west) to fields that are not drawn; 0 where there are
 * none.
 */
export type FreeFields = { around(flight: TemplateFlight): readonly number[] }

/** About 300 m. */
const besideZonesDeg = 0.003
const besidePlotsDeg = 0.0006
const fieldsAtMost = 24
/** Distance between fields, and of the farthest one: as far as a truck drives in half an hour. */
const [spacingDeg, farthestDeg] = [0.004, 0.2]

const boundsOf = (ring: readonly (readonly [number, number])[]): Bounds => ({
  minLng: Math.min(...ring.map(([lng]) => lng)),
  maxLng: Math.max(...ring.map(([lng]) => lng)),
  minLat: Math.min(...ring.map(([, lat]) => lat)),
  maxLat: Math.max(...ring.map(([, lat]) => lat)),
})

export const findFreeFields = (
  world: Pick<World, 'plots' | 'campaignFields' | 'zones'>,
  otherPlots: readonly WorldPlot[],
): FreeFields => {
  const taken = [
    ...[...world.plots, ...world.campaignFields.map(({ plot }) => plot), ...otherPlots].map(
      ({ ring }) => ({ ...boundsOf(ring), beside: besidePlotsDeg }),
    ),
    ...world.zones
      .filter(({ kind, restriction }) => kind === 'stay_out' && restriction !== 'no_restriction')
      .map(({ shape }) => ({ ...shapeBounds(shape), beside: besideZonesDeg })),
  ]
  const known = new Map<string, readonly number[]>()
  const look = ({ record: { bounds } }: TemplateFlight): readonly number[] => {
    if (!bounds) return [0]
    const row = taken.filter(
      ({ minLat, maxLat, beside }) =>
        maxLat + beside >= bounds.minLat && minLat - beside <= bounds.maxLat,
    )
    const [lng, lat] = [(bounds.minLng + bounds.maxLng) / 2, (bounds.minLat + bounds.maxLat) / 2]
    const area = firstLevelAreaAt(lng, lat)
    const isFree = (eastDeg: number): boolean =>
      firstLevelAreaAt(lng + eastDeg, lat) === area &&
      row.every(
        ({ minLng, maxLng, beside }) =>
          maxLng + beside < bounds.minLng + eastDeg || minLng - beside > bounds.maxLng + eastDeg,
      )
    const found: number[] = []
    for (let deg = spacingDeg; deg <= farthestDeg && found.length < fieldsAtMost; deg += spacingDeg)
      found.push(...[deg, -deg].filter(isFree))
    return found.length > 0 ? found.map((deg) => Math.round(deg * lngSteps)) : [0]
  }
  return {
    around: (flight) => {
      const key = `${flight.plot.id} ${flight.record.pointCount}`
      const steps = known.get(key) ?? look(flight)
      known.set(key, steps)
      return steps
    },
  }
}
