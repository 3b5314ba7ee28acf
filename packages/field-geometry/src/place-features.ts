// Where what a file tells lies in WGS-84.
import { convertPlace, type Datum } from '@swath/domain/coordinates'
import type { LngLat } from '@swath/domain/lng-lat'
import type { FileNote, Problem, ToldFeature, ToldGeometry } from './feature.ts'
import { repaired } from './problems.ts'
import type { CoordinateSystem } from './systems/coordinate-system.ts'

export type Placing = {
  /** "EPSG:32647" and the like, against what the file tells; empty: as it tells. */
  readonly system: string
  /** Positions were offset as Chinese maps are, and are moved back. */
  readonly shift: Datum
  /** Latitude comes first, in every place of the file. */
  readonly isSwapped: boolean
}

type Placed = { readonly features: readonly ToldFeature[]; readonly notes: readonly FileNote[] }

const mapGeometry = (geometry: ToldGeometry, move: (place: LngLat) => LngLat): ToldGeometry => {
  const lines = (all: readonly (readonly LngLat[])[]): LngLat[][] =>
    all.map((line) => line.map(move))
  if (geometry.kind === 'polygons') return { ...geometry, parts: geometry.parts.map(lines) }
  if (geometry.kind === 'rings') return { ...geometry, rings: lines(geometry.rings) }
  if (geometry.kind === 'lines') return { ...geometry, lines: lines(geometry.lines) }
  return geometry.kind === 'circle' ? { ...geometry, center: move(geometry.center) } : geometry
}

const findPlace = (geometry: ToldGeometry): LngLat | null => {
  if (geometry.kind === 'circle') return geometry.center
  if (geometry.kind === 'polygons') return geometry.parts[0]?.[0]?.[0] ?? null
  if (geometry.kind === 'rings') return geometry.rings[0]?.[0] ?? null
  return geometry.kind === 'lines' ? (geometry.lines[0]?.[0] ?? null) : null
}

const swap = ([lng, lat]: LngLat): LngLat => [lat, lng]
const isPlace = ([lng, lat]: LngLat): boolean => Math.abs(lng) <= 180 && Math.abs(lat) <= 90

/** Where the file's places are none on earth, but would be with their two numbers exchanged. */
const isSurelySwapped = (features: readonly ToldFeature[]): boolean => {
  const places = features
    .map(({ geometry }) => findPlace(geometry))
    .filter((place) => place !== null)
  const swapped = places.filter((place) => !isPlace(place) && isPlace(swap(place))).length
  return swapped > 0 && swapped * 2 > places.length
}

export const placeFeatures = (
  told: readonly ToldFeature[],
  system: CoordinateSystem,
  { shift, isSwapped }: Placing,
): Placed => {
  const isPlain = system.toWgs84([1, 2])[0] === 1
  const isMended = !isSwapped && isPlain && isSurelySwapped(told)
  const move = (place: LngLat): LngLat =>
    convertPlace(system.toWgs84(isSwapped || isMended ? swap(place) : place), shift, 'wgs84')
  const isMoved = isSwapped || isMended || !isPlain || shift !== 'wgs84'
  const problems: readonly Problem[] = isMended ? [repaired('swapped')] : []
  return {
    features: isMoved
      ? told.map((feature) => ({
          ...feature,
          geometry: mapGeometry(feature.geometry, move),
          problems: [...feature.problems, ...problems],
        }))
      : told,
    notes: isMended ? ['axes_swapped'] : [],
  }
}
