// Checks the positions in a log.
/** About 10 m around 0, 0, as in the domain's check of points. */
const NULL_ISLAND_DEG = 1e-4

export function placeProblem(
  lng: number,
  lat: number,
): 'nullIsland' | 'outOfRange' | 'withoutPosition' | null {
  if (Number.isNaN(lng) || Number.isNaN(lat)) return 'withoutPosition'
  if (Math.abs(lng) > 180 || Math.abs(lat) > 90) return 'outOfRange'
  return Math.abs(lng) < NULL_ISLAND_DEG && Math.abs(lat) < NULL_ISLAND_DEG ? 'nullIsland' : null
}

export const isPlace = (lng: number, lat: number): boolean => placeProblem(lng, lat) === null
