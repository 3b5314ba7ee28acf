// The zones that apply to a drone in the air: no-fly zones for every drone, and stay-in areas for
// the drones of the account that declared them.
import type { ScopedDrone } from './access/drones-of-scope.ts'
import { isInForce, ZoneIndex, type AirZone } from './zone-index.ts'
import { nearestEdge } from './zone-shapes.ts'

/** The stay-in areas of one account: its drones must be in one of those that are in force. */
export type StayInRule = {
  readonly declarerId: string
  readonly binds: (drone: ScopedDrone) => boolean
  readonly areas: ZoneIndex<AirZone>
}

export type ZonesInForce = {
  readonly stayOut: ZoneIndex<AirZone>
  readonly stayIn: readonly StayInRule[]
}

export const noZonesInForce: ZonesInForce = { stayOut: new ZoneIndex([]), stayIn: [] }

/** Since when each zone is known: what it raised before that cannot be judged again. */
export const knownSince = ({ stayOut, stayIn }: ZonesInForce): ReadonlyMap<string, number> => {
  const since = new Map<string, number>()
  for (const { id, fromMs } of [stayOut, ...stayIn.map(({ areas }) => areas)].flatMap(
    ({ zones }) => zones,
  ))
    since.set(id, Math.min(since.get(id) ?? Infinity, fromMs ?? -Infinity))
  return since
}

/** Says which zones are broken at a place: entered, or, of areas to stay in, left. */
export type ZoneJudge = Pick<ZoneIndex<AirZone>, 'zonesAt'>

/** The areas of a rule that are left at a place: one of them stands for all. */
const leftArea = (
  { areas }: StayInRule,
  place: Parameters<ZoneJudge['zonesAt']>,
): readonly AirZone[] => {
  const [, , , tMs] = place
  const inForce = areas.zones.filter((area) => isInForce(area, tMs))
  if (inForce.length === 0 || areas.zonesAt(...place).length > 0) return []
  // Whichever is nearest changes on the way; the lowest id does not.
  return [inForce.reduce((a, b) => (b.id < a.id ? b : a))]
}

/** By whose the drone is; a drone that is not known is kept out of zones and in nothing. */
export const judgeFor = (
  { stayOut, stayIn }: ZonesInForce,
  drone: ScopedDrone | undefined,
): ZoneJudge => {
  const rules = drone ? stayIn.filter(({ binds }) => binds(drone)) : []
  if (rules.length === 0) return stayOut
  return {
    zonesAt: (...place) => [
      ...stayOut.zonesAt(...place),
      ...rules.flatMap((rule) => leftArea(rule, place)),
    ],
  }
}

const told = (name: string, value: number): Record<string, number> =>
  Number.isNaN(value) ? {} : { [name]: value }

/**
 * What an entry or a leaving is proved by: the zone as it was then, and which measure the drone did
 * not tell although a limit is judged by it.
 */
export const zoneEvidence = (
  zone: AirZone,
  {
    lng,
    lat,
    heightM,
    altitudeM,
  }: {
    readonly lng: number
    readonly lat: number
    readonly heightM: number
    readonly altitudeM: number
  },
): Readonly<Record<string, string | number>> => {
  const judgedBy = [
    ...(zone.lowerM === null ? [] : [zone.lowerReference ?? 'ground']),
    ...(zone.upperM === null ? [] : [zone.upperReference ?? 'ground']),
  ]
  const isUntold =
    (judgedBy.includes('ground') && Number.isNaN(heightM)) ||
    (judgedBy.includes('sea') && Number.isNaN(altitudeM))
  return {
    zoneId: zone.id,
    ...(zone.name === undefined ? {} : { zoneName: zone.name }),
    ...(zone.restriction === undefined ? {} : { restriction: zone.restriction }),
    ...told('heightM', heightM),
    ...told('altitudeM', altitudeM),
    ...(isUntold ? { limitJudged: 'untold' } : {}),
    ...(zone.kind === 'stay_in'
      ? { leftByM: Math.round(nearestEdge(zone.shape, [lng, lat]).distanceM) }
      : {}),
  }
}
