// Checks a route before it is sent: it must not enter prohibited zones, and if a zone needs
// someone's consent, the sender must confirm it.
import type { RoutePoint } from '@swath/domain/command'
import type { Bounds } from '@swath/domain/lng-lat'
import type { RouteCrossing } from '@swath/domain/route-crossings'
import type { AirZone } from '@swath/domain/zone-index'
import { workerJob } from '../../../platform/workers/workers.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { SignedInContext } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { enabledZonesWithin, toAirZone } from '../../land/public.ts'
import type { run } from './route-crossings.job.ts'

const zonesAtMost = 2_000

const boundsOf = (points: readonly Pick<RoutePoint, 'at'>[]): Bounds => {
  const lngs = points.map(({ at }) => at[0])
  const lats = points.map(({ at }) => at[1])
  return {
    minLng: Math.min(...lngs),
    minLat: Math.min(...lats),
    maxLng: Math.max(...lngs),
    maxLat: Math.max(...lats),
  }
}

/** Compares every leg with every edge; in a thread, because users control the number of both. */
const findCrossings = workerJob<typeof run>({
  name: 'route-crossings',
  module: new URL('./route-crossings.job.ts', import.meta.url),
  deadlineMs: 10_000,
})

const refuse = (
  code: 'route_in_zone' | 'route_needs_consent',
  { at, zone }: RouteCrossing<AirZone>,
): never =>
  fail(code, { zone: zone.name ?? '', place: `${at[0].toFixed(5)}°, ${at[1].toFixed(5)}°` })

type Asked = { readonly points: readonly RoutePoint[]; readonly hasConsent: boolean }

/**
 * @returns the names of zones entered with consent
 * @throws route_in_zone for a prohibited zone, route_needs_consent if consent is missing; each with
 * the zone and the position where the route enters it
 */
export const checkRoute = async (
  db: Db,
  { points, hasConsent }: Asked,
  nowMs: number,
  { caller, signal }: Pick<SignedInContext, 'caller' | 'signal'>,
): Promise<string[]> => {
  const { rows } = await enabledZonesWithin(db, boundsOf(points), zonesAtMost)
  if (rows.length === 0) return []
  const crossings = await findCrossings(
    { points: [...points], zones: rows.map(toAirZone), nowMs },
    { owner: caller.userId, signal },
  )
  const forbidden = crossings.find(({ zone }) => zone.restriction === 'prohibited')
  if (forbidden) return refuse('route_in_zone', forbidden)
  if (crossings[0] && !hasConsent) return refuse('route_needs_consent', crossings[0])
  return crossings.map(({ zone }) => zone.name ?? '')
}
