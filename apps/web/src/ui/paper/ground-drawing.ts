// Draws a map for print: metres become millimetres. It has no map tiles, so that it prints the same
// everywhere.
import { distanceM, LocalPlane, type LngLat } from '@swath/domain/lng-lat'

type Ring = readonly LngLat[]
export type Ground = {
  /** Polygons of covered ground. */
  covered: readonly (readonly Ring[])[]
  /** For several flights together: ground that was covered twice, and plot area that was missed. */
  repeated?: readonly (readonly Ring[])[]
  missed?: readonly (readonly Ring[])[]
  plots: readonly (readonly Ring[])[]
  tracks: readonly {
    lng: readonly number[]
    lat: readonly number[]
    spraying: readonly boolean[]
  }[]
  /** Plots that other maps show enlarged, each under a name. */
  enlarged?: readonly { name: string; plots: readonly (readonly Ring[])[] }[]
}

export type Drawing = {
  widthMm: number
  heightMm: number
  /** A path per polygon, because those of two sorties may overlap. */
  covered: readonly string[]
  repeated: string
  missed: string
  plots: string
  spraying: string
  transit: string
  /** Line width of the track: thinner if the passes are close together on paper. */
  lineMm: number
  /** Start of each track, mm. */
  starts: readonly (readonly [number, number])[]
  /** Frames around the enlarged plots, mm. */
  frames: readonly { name: string; x: number; y: number; width: number; height: number }[]
  scale: { metres: number; mm: number }
}

const marginMm = 6
/** Space below the map for the scale and its labels. */
const footMm = 9
/** Points of a track that are closer than this on paper are merged, mm. */
const leastMm = 0.2

/** The largest length of 1, 2 or 5 times a power of ten that is not above the given one. */
export const roundLength = (atMostM: number): number => {
  const power = 10 ** Math.floor(Math.log10(atMostM))
  return ([5, 2, 1].find((step) => step * power <= atMostM * (1 + 1e-9)) ?? 1) * power
}

const computeBounds = (places: Iterable<LngLat>) => {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [lng, lat] of places) {
    west = Math.min(west, lng)
    east = Math.max(east, lng)
    south = Math.min(south, lat)
    north = Math.max(north, lat)
  }
  return west <= east ? { west, south, east, north } : null
}

/**
 * The drawing is fitted to sprayed areas and plots, without the flights to and from them; if
 * nothing was sprayed, to the whole track.
 */
const shownPlaces = function* ({ covered, plots, tracks }: Ground): Generator<LngLat> {
  for (const polygon of [...covered, ...plots]) for (const ring of polygon) yield* ring
  if (covered.length > 0 || plots.length > 0) return
  for (const { lng, lat } of tracks) for (let i = 0; i < lng.length; i++) yield [lng[i]!, lat[i]!]
}

const mm = (value: number): string => String(Math.round(value * 100) / 100)

/** Between plots and the frame around them. */
const frameGapMm = 1

const frameOf = (
  { name, plots }: NonNullable<Ground['enlarged']>[number],
  at: (place: LngLat) => readonly [number, number],
): Drawing['frames'] => {
  const around = computeBounds(plots.flat(2))
  if (!around) return []
  const [left, top] = at([around.west, around.north])
  const [right, bottom] = at([around.east, around.south])
  return [
    {
      name,
      x: left - frameGapMm,
      y: top - frameGapMm,
      width: right - left + 2 * frameGapMm,
      height: bottom - top + 2 * frameGapMm,
    },
  ]
}

/** Null if there is nothing to draw. The height follows the ground, within bounds. */
export const drawGround = (
  ground: Ground,
  widthMm: number,
  { leastHeightMm, mostHeightMm }: { leastHeightMm: number; mostHeightMm: number },
): Drawing | null => {
  const bounds = computeBounds(shownPlaces(ground))
  if (!bounds) return null
  const plane = new LocalPlane((bounds.west + bounds.east) / 2, (bounds.south + bounds.north) / 2)
  const [halfX, halfY] = [Math.max(5, plane.toX(bounds.east)), Math.max(5, plane.toY(bounds.north))]
  const innerMm = widthMm - 2 * marginMm
  const mmPerM = Math.min(
    innerMm / (2 * halfX),
    (mostHeightMm - 2 * marginMm - footMm) / (2 * halfY),
  )
  const heightMm = Math.max(leastHeightMm, 2 * halfY * mmPerM + 2 * marginMm + footMm)
  const middleY = marginMm + (heightMm - 2 * marginMm - footMm) / 2
  const at = ([lng, lat]: LngLat): readonly [number, number] => [
    widthMm / 2 + plane.toX(lng) * mmPerM,
    middleY - plane.toY(lat) * mmPerM,
  ]
  const closed = (ring: Ring): string =>
    ring.length < 3 ? '' : `M${ring.map((place) => at(place).map(mm).join(' ')).join('L')}Z`
  const polygons = (list: readonly (readonly Ring[])[]): string =>
    list.map((rings) => rings.map(closed).join('')).join('')

  let [spraying, transit] = ['', '']
  const starts: (readonly [number, number])[] = []
  for (const track of ground.tracks) {
    let last: readonly [number, number] | null = null
    let wasSpraying: boolean | null = null
    for (let i = 0; i < track.lng.length; i++) {
      const place = at([track.lng[i]!, track.lat[i]!])
      if (last === null) {
        starts.push(place)
        last = place
        continue
      }
      const isSpraying = track.spraying[i] ?? false
      const turns = isSpraying !== wasSpraying
      if (
        !turns &&
        i < track.lng.length - 1 &&
        Math.hypot(place[0] - last[0], place[1] - last[1]) < leastMm
      )
        continue
      const step = `${turns ? `M${last.map(mm).join(' ')}` : ''}L${place.map(mm).join(' ')}`
      if (isSpraying) spraying += step
      else transit += step
      last = place
      wasSpraying = isSpraying
    }
  }
  const metres = roundLength(widthMm / 3 / mmPerM)
  return {
    widthMm,
    heightMm,
    covered: ground.covered.map((rings) => rings.map(closed).join('')),
    repeated: polygons(ground.repeated ?? []),
    missed: polygons(ground.missed ?? []),
    plots: polygons(ground.plots),
    spraying,
    transit,
    starts,
    frames: (ground.enlarged ?? []).flatMap((one) => frameOf(one, at)),
    lineMm: Math.min(0.22, Math.max(0.08, mmPerM * 0.8)),
    scale: { metres, mm: metres * mmPerM },
  }
}

/** Work farther apart than this would be dots on one map, metres. */
const oneMapM = 2_000

/**
 * Groups areas that are close together, each group for a separate map; in the order of their first
 * ones.
 */
export const neighbours = (grounds: readonly Ground[]): number[][] => {
  const groups: { members: number[]; middles: LngLat[] }[] = []
  for (const [index, ground] of grounds.entries()) {
    const bounds = computeBounds(shownPlaces(ground))
    if (!bounds) continue
    const middle: LngLat = [(bounds.west + bounds.east) / 2, (bounds.south + bounds.north) / 2]
    const near = groups.filter(({ middles }) =>
      middles.some((other) => distanceM(other, middle) < oneMapM),
    )
    const home = near[0] ?? { members: [], middles: [] }
    if (near.length === 0) groups.push(home)
    for (const other of near.slice(1)) {
      home.members.push(...other.members)
      home.middles.push(...other.middles)
      groups.splice(groups.indexOf(other), 1)
    }
    home.members.push(index)
    home.middles.push(middle)
  }
  return groups.map(({ members }) => members.toSorted((a, b) => a - b))
}
