// The zones that apply to a drone in the air: no-fly zones for every drone, and stay-in areas for
// the drones of the account that declared them.
import type { ScopedDrone } from './access/drones-of-scope.ts'
import { isInForce, ZoneIndex, type AirZone } from './zone-index.ts'
import { nearestEdge } from './zone-shapes.ts'

/** The stay-in areas of one account: its drones must be inside one of those in force. */
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

/** Since when each zone is known: violations before that cannot be judged again. */
export const knownSince = ({ stayOut, stayIn }: ZonesInForce): ReadonlyMap<string, number> => {
  const since = new Map<string, number>()
  for (const { id, fromMs } of [stayOut, ...stayIn.map(({ areas }) => areas)].flatMap(
    ({ zones }) => zones,
  ))
    since.set(id, Math.min(since.get(id) ?? Infinity, fromMs ?? -Infinity))
  return since
}

/**
 * Finds the zones that are violated at a position: stay-out zones entered, and stay-in areas left.
 */
export type ZoneJudge = Pick<ZoneIndex<AirZone>, 'zonesAt'>

/** The areas of a rule that are left at a position: one of them represents all. */
const leftArea = (
  { areas }: StayInRule,
  place: Parameters<ZoneJudge['zonesAt']>,
): readonly AirZone[] => {
  const [, , , tMs] = place
  const inForce = areas.zones.filter((area) => isInForce(area, tMs))
  if (inForce.length === 0 || areas.zonesAt(...place).length > 0) return []
  // The nearest area changes during a flight; the lowest id does not.
  return [inForce.reduce((a, b) => (b.id < a.id ? b : a))]
}

/** Depends on the drone's owner; for an unknown drone only stay-out zones apply. */
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

const ifKnown = (name: string, value: number): Record<string, number> =>
  Number.isNaN(value) ? {} : { [name]: value }

/**
 * Evidence of an entry or exit: the zone as it was then, and the measurements that a limit needs
 * and the drone did not report.
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
  const isUnknown =
    (judgedBy.includes('ground') && Number.isNaN(heightM)) ||
    (judgedBy.includes('sea') && Number.isNaN(altitudeM))
  return {
    zoneId: zone.id,
    ...(zone.name === undefined ? {} : { zoneName: zone.name }),
    ...(zone.restriction === undefined ? {} : { restriction: zone.restriction }),
    ...ifKnown('heightM', heightM),
    ...ifKnown('altitudeM', altitudeM),
    ...(isUnknown ? { limitJudged: 'untold' } : {}),
    ...(zone.kind === 'stay_in'
      ? { leftByM: Math.round(nearestEdge(zone.shape, [lng, lat]).distanceM) }
      : {}),
  }
}
