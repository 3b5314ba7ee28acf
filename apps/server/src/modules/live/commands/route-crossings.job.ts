import type { RoutePoint } from '@swath/domain/command'
import { routeCrossings, type RouteCrossing } from '@swath/domain/route-crossings'
import type { AirZone } from '@swath/domain/zone-index'

export const run = ({
  points,
  zones,
  nowMs,
}: {
  points: RoutePoint[]
  zones: AirZone[]
  nowMs: number
}): RouteCrossing<AirZone>[] => routeCrossings(points, zones, nowMs)
