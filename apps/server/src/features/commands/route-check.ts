// A route is looked at before it is sent: no drone is told to fly where flying is prohibited.
import type { RoutePoint } from '@swath/domain/command'
import type { Bounds } from '@swath/domain/lng-lat'
import { asideJob } from '../../platform/aside/aside.ts'
import type { Db } from '../../platform/database/database.ts'
import type { SignedInContext } from '../../platform/http/context.ts'
import { fail } from '../../platform/http/fail.ts'
import { enabledZonesWithin, toAirZone } from '../no-fly-zones/public.ts'
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

/** Every stretch is laid over every edge: both are somebody else's to choose. */
const findCrossings = asideJob<typeof run>({
  name: 'route-crossings',
  module: new URL('./route-crossings.job.ts', import.meta.url),
  deadlineMs: 10_000,
})

/** @throws route_in_zone with the zone and the place where the route enters it */
export const refuseForbiddenRoute = async (
  db: Db,
  points: readonly RoutePoint[],
  nowMs: number,
  { caller, signal }: Pick<SignedInContext, 'caller' | 'signal'>,
): Promise<void> => {
  const { rows } = await enabledZonesWithin(db, boundsOf(points), zonesAtMost)
  const zones = rows.map(toAirZone).filter(({ restriction }) => restriction === 'prohibited')
  if (zones.length === 0) return
  const [first] = await findCrossings(
    { points: [...points], zones, nowMs },
    { owner: caller.userId, signal },
  )
  if (!first) return
  const place = `${first.at[0].toFixed(5)}°, ${first.at[1].toFixed(5)}°`
  fail('route_in_zone', { zone: first.zone.name ?? '', place })
}
