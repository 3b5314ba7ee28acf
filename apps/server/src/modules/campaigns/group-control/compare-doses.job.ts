import { isSprayed } from '@swath/domain/spray-path'
import { compareDoses, type DoseRow, type SprayTrack } from '@swath/planner/compare-doses'
import { pointsIn, type StoredPoints } from '../../../gateway/tracks/public.ts'

type Order = Parameters<typeof compareDoses>[0] & { readonly flights: StoredPoints[] }

const toTrack = (stored: StoredPoints): SprayTrack => {
  const points = pointsIn(stored)
  return {
    tMs: points.tMs.subarray(0, points.length),
    lng: points.lng,
    lat: points.lat,
    flowLMin: points.flowLMin,
    isSprayed: Array.from({ length: points.length }, (_, i) => isSprayed(points, i)),
  }
}

export const run = ({ flights, ...compared }: Order): DoseRow[] =>
  compareDoses(compared, flights.map(toTrack))
