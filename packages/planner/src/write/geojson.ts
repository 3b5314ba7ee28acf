import { geoJsonPolygon } from '@swath/domain/polygon'
import type { PlanPoint } from '../plan.ts'
import { listSorties, type WrittenPlan } from './planned-file.ts'

const rounded = (value: number): number => Math.round(value * 1e7) / 1e7
const withHeight = ({ at, heightM }: PlanPoint): number[] => [
  rounded(at[0]),
  rounded(at[1]),
  heightM,
]

/** RFC 7946: plots, strips and flown ways, distinguished by `kind`. Heights are above ground. */
export const writePlanGeoJson = (written: WrittenPlan): string => {
  const { name, plots, plan, droneNames, widthM } = written
  const features = [
    ...plots.map(({ name: plot, parts }) => ({
      type: 'Feature',
      geometry: { type: 'MultiPolygon', coordinates: parts.map(geoJsonPolygon) },
      properties: { kind: 'plot', name: plot },
    })),
    ...plan.shares.flatMap(({ sorties }, drone) =>
      sorties.flatMap(({ strips }, i) =>
        strips.map((strip) => ({
          type: 'Feature',
          geometry: {
            type: 'LineString',
            coordinates: [strip.from, strip.to].map(([lng, lat]) => [rounded(lng), rounded(lat)]),
          },
          properties: {
            kind: 'strip',
            drone: droneNames[drone] ?? String(drone + 1),
            flight: i + 1,
            line: strip.line + 1,
            widthM,
            doseLHa: strip.doseLHa,
          },
        })),
      ),
    ),
    ...listSorties(written).map(({ name: flight, sortie }) => ({
      type: 'Feature',
      geometry: { type: 'LineString', coordinates: sortie.points.map(withHeight) },
      properties: {
        kind: 'flight',
        name: flight,
        startS: sortie.startS,
        endS: sortie.endS,
        sprayL: Math.round(sortie.sprayL * 100) / 100,
      },
    })),
  ]
  return `${JSON.stringify({ type: 'FeatureCollection', name, features })}\n`
}
