// Converts the positions of a file to WGS-84.
import { convertPlace, type Datum } from '@swath/domain/coordinates'
import { distanceM, type LngLat } from '@swath/domain/lng-lat'
import type { Problem, ParsedFeature, ParsedGeometry } from './feature.ts'
import { repaired } from './problems.ts'
import type { CoordinateSystem } from './systems/coordinate-system.ts'

export type Placing = {
  /** "EPSG:32647" and the like, overrides the system of the file; empty: as the file states. */
  readonly system: string
  /** Positions have the offset of Chinese maps, which is removed. */
  readonly shift: Datum
  /** Latitude is first, in every position of the file. */
  readonly isSwapped: boolean
  readonly countries: Countries
}

/** The country of a place, as two letters (ISO 3166-1). */
export type Countries = {
  /** null: at sea, or not known */
  readonly at: (place: LngLat) => string | null
  /** The country of the reader’s account; null if unknown. */
  readonly home: string | null
}

type Placed = {
  readonly features: readonly ParsedFeature[]
  readonly hasSwapped: boolean
  /** The country of the places if latitude comes first, where that is more likely. */
  readonly likelyCountry: string | null
}

/**
 * A straight line on the ground and one between two pairs of degrees diverge with the square of the
 * length: 8 cm on 2 km, a third of a per cent of a strip of 20 m. Longer edges are split.
 */
const longestEdgeM = 500

/** Converts a line of the file's coordinate system; long edges are split. */
const moveLine = (line: readonly LngLat[], move: (place: LngLat) => LngLat): LngLat[] => {
  const moved = line.map(move)
  return moved.flatMap((to, i): LngLat[] => {
    const from = moved[i - 1]
    const lengthM = from ? distanceM(from, to) : 0
    if (!(lengthM > longestEdgeM && lengthM < Infinity)) return [to]
    const [[x, y], [toX, toY]] = [line[i - 1]!, line[i]!]
    const steps = Math.min(Math.ceil(lengthM / longestEdgeM), mostSteps)
    const between = Array.from({ length: steps - 1 }, (_, k): LngLat => {
      const share = (k + 1) / steps
      return move([x + (toX - x) * share, y + (toY - y) * share])
    })
    return [...between, to]
  })
}
/** Maximum number of pieces of an edge: a longer one is not an edge of a field. */
const mostSteps = 100

const mapGeometry = (
  geometry: ParsedGeometry,
  move: (place: LngLat) => LngLat,
  isProjected: boolean,
): ParsedGeometry => {
  const lines = (all: readonly (readonly LngLat[])[]): LngLat[][] =>
    all.map((line) => (isProjected ? moveLine(line, move) : line.map(move)))
  if (geometry.kind === 'polygons') return { ...geometry, parts: geometry.parts.map(lines) }
  if (geometry.kind === 'rings') return { ...geometry, rings: lines(geometry.rings) }
  if (geometry.kind === 'lines') return { ...geometry, lines: lines(geometry.lines) }
  return geometry.kind === 'circle' ? { ...geometry, center: move(geometry.center) } : geometry
}

const findPlace = (geometry: ParsedGeometry): LngLat | null => {
  if (geometry.kind === 'circle') return geometry.center
  if (geometry.kind === 'polygons') return geometry.parts[0]?.[0]?.[0] ?? null
  if (geometry.kind === 'rings') return geometry.rings[0]?.[0] ?? null
  return geometry.kind === 'lines' ? (geometry.lines[0]?.[0] ?? null) : null
}

const swap = ([lng, lat]: LngLat): LngLat => [lat, lng]
const isPlace = ([lng, lat]: LngLat): boolean => Math.abs(lng) <= 180 && Math.abs(lat) <= 90

/** Whether the file's positions are invalid, but would be valid with their two numbers swapped. */
const isSurelySwapped = (features: readonly ParsedFeature[]): boolean => {
  const places = features
    .map(({ geometry }) => findPlace(geometry))
    .filter((place) => place !== null)
  const swapped = places.filter((place) => !isPlace(place) && isPlace(swap(place))).length
  return swapped > 0 && swapped * 2 > places.length
}

/** Number of places sampled to locate a file. */
const asked = 100
const most = 0.9

/** The country of most of the places. */
const countryOf = (places: readonly LngLat[], { at }: Countries): string | null => {
  const counts = new Map<string | null, number>()
  for (const place of places) {
    const country = isPlace(place) ? at(place) : null
    counts.set(country, (counts.get(country) ?? 0) + 1)
  }
  const [first] = [...counts].toSorted((a, b) => b[1] - a[1])
  return first && first[1] >= places.length * most ? first[0] : null
}

/**
 * As read the places are in the sea, or abroad; with latitude first they would be on land, or in
 * the home country. Nothing is swapped in this case: both are valid positions.
 */
const findLikelyCountry = (
  features: readonly ParsedFeature[],
  countries: Countries,
): string | null => {
  const step = Math.max(1, Math.floor(features.length / asked))
  const places = features
    .filter((_, i) => i % step === 0)
    .map(({ geometry }) => findPlace(geometry))
    .filter((place) => place !== null)
  if (places.length === 0) return null
  const asRead = new Set(places.map((place) => (isPlace(place) ? countries.at(place) : null)))
  const swapped = countryOf(places.map(swap), countries)
  if (swapped === null || asRead.has(swapped)) return null
  const isAtSea = asRead.size === 1 && asRead.has(null)
  return isAtSea || swapped === countries.home ? swapped : null
}

export const placeFeatures = (
  parsed: readonly ParsedFeature[],
  system: CoordinateSystem,
  { shift, isSwapped, countries }: Placing,
  isLatFirst = false,
): Placed => {
  const isPlain = system.toWgs84([1, 2])[0] === 1
  const isMended = !isSwapped && isPlain && (isLatFirst || isSurelySwapped(parsed))
  const move = (place: LngLat): LngLat =>
    convertPlace(system.toWgs84(isSwapped || isMended ? swap(place) : place), shift, 'wgs84')
  const isMoved = isSwapped || isMended || !isPlain || shift !== 'wgs84'
  const problems: readonly Problem[] = isMended ? [repaired('swapped')] : []
  const features = isMoved
    ? parsed.map((feature) => ({
        ...feature,
        geometry: mapGeometry(feature.geometry, move, !isPlain),
        problems: [...feature.problems, ...problems],
      }))
    : parsed
  const isSure = isSwapped || isMended || !isPlain
  return {
    features,
    hasSwapped: isMended,
    likelyCountry: isSure ? null : findLikelyCountry(features, countries),
  }
}
