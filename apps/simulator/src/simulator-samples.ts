import { LocalPlane } from '@swath/domain/lng-lat'
import type { LngLat } from '@swath/domain/lng-lat'
import type { DroneAbility, FleetPlot } from './fleet.ts'

/**
 * For tests, here and of the server: a field of 200 m × 60 m next to its truck, and a drone that
 * needs two flights for it.
 */
export const sampleAbility: DroneAbility = {
  swathWidthM: 6,
  tankL: 16,
  heightM: 3,
  spraySpeedMs: 6,
  transitSpeedMs: 10,
  doseLHa: 22.5,
  enduranceS: 900,
}

export function rectanglePlot(
  corner: LngLat,
  lengthM: number,
  depthM: number,
  plotId = '00000000-0000-8000-8000-000000000001',
): FleetPlot {
  const plane = new LocalPlane(corner[0], corner[1])
  const ring = [
    plane.fromPlane(0, 0),
    plane.fromPlane(lengthM, 0),
    plane.fromPlane(lengthM, depthM),
    plane.fromPlane(0, depthM),
    plane.fromPlane(0, 0),
  ]
  return { plotId, ring, cropId: 'rice', takeoff: plane.fromPlane(-15, -10) }
}

export const samplePlot = rectanglePlot([114.52, 35.57], 200, 60)
