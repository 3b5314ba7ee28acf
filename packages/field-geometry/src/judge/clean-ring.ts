// Repairs to a single ring before it is checked for self-intersection.
import type { LngLat } from '@swath/domain/lng-lat'

/** In degrees: 0.1 mm. Closer places are the same. */
const SAME = 1e-9
/** Positions are stored to a millimetre. */
const DECIMALS = 1e8

const isSame = (a: LngLat, b: LngLat): boolean =>
  Math.abs(a[0] - b[0]) <= SAME && Math.abs(a[1] - b[1]) <= SAME

const round = ([lng, lat]: LngLat): LngLat => [
  Math.round(lng * DECIMALS) / DECIMALS,
  Math.round(lat * DECIMALS) / DECIMALS,
]

export type CleanRing = {
  /** Open: the last place does not repeat the first. */
  readonly ring: LngLat[]
  readonly isUnclosed: boolean
  readonly duplicates: number
  readonly spikes: number
}

/** Whether the line goes back along itself at b. */
const isSpike = (a: LngLat, b: LngLat, c: LngLat): boolean => {
  const [abX, abY, bcX, bcY] = [b[0] - a[0], b[1] - a[1], c[0] - b[0], c[1] - b[1]]
  if (abX * bcX + abY * bcY >= 0) return false
  const longer = Math.max(Math.hypot(abX, abY), Math.hypot(bcX, bcY))
  return Math.abs(abX * bcY - abY * bcX) <= SAME * longer
}

/** Runs in linear time, although removing a spike may reveal another one. */
const withoutSpikes = (ring: readonly LngLat[]): { ring: LngLat[]; spikes: number } => {
  const kept: LngLat[] = []
  let spikes = 0
  const tidy = (): void => {
    for (;;) {
      const [a, b, c] = kept.slice(-3)
      if (c === undefined || a === undefined || b === undefined) return
      if (isSame(b, c)) kept.pop()
      else if (isSpike(a, b, c)) {
        kept.splice(-2, 1)
        spikes++
        if (isSame(kept.at(-2)!, kept.at(-1)!)) kept.pop()
      } else return
    }
  }
  for (const place of ring) {
    kept.push(place)
    tidy()
  }
  // where the end meets the beginning
  let from = 0
  while (kept.length - from > 3) {
    const n = kept.length
    if (isSame(kept[from]!, kept[n - 1]!)) kept.pop()
    else if (isSpike(kept[n - 2]!, kept[n - 1]!, kept[from]!)) kept.pop()
    else if (isSpike(kept[n - 1]!, kept[from]!, kept[from + 1]!)) from++
    else break
    spikes++
  }
  return { ring: kept.slice(from), spikes }
}

export const cleanRing = (parsed: readonly LngLat[]): CleanRing => {
  const rounded = parsed.map(round)
  const isClosed = rounded.length > 1 && isSame(rounded[0]!, rounded.at(-1)!)
  const open = isClosed ? rounded.slice(0, -1) : rounded
  const distinct = open.filter((place, i) => i === 0 || !isSame(place, open[i - 1]!))
  return {
    ...withoutSpikes(distinct),
    isUnclosed: !isClosed && parsed.length > 0,
    duplicates: open.length - distinct.length,
  }
}
