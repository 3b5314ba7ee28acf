import type { LngLat } from '@swath/domain/lng-lat'

/** A flown track in order of time. */
export type TrackColumns = {
  readonly lng: ArrayLike<number>
  readonly lat: ArrayLike<number>
  /** Milliseconds with any origin, ascending. */
  readonly tMs: ArrayLike<number>
  /** Whether the pump ran from this point to the next. */
  readonly pumpOn: ArrayLike<number | boolean>
  readonly headingDeg?: ArrayLike<number>
}

export type TrackMeasure = {
  /** The share of the drawn length up to each point, 0..1: MapLibre's line-progress. */
  readonly share: Float64Array
  /**
   * Positions along the line where the pump switches on or off, ascending; `startsOn` is the state
   * before the first.
   */
  readonly switches: readonly number[]
  readonly startsOn: boolean
}

/** MapLibre measures line-progress in the Web Mercator plane, not on the ground. */
const mercatorY = (lat: number) => Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360))

export const measureTrack = (track: TrackColumns): TrackMeasure => {
  const count = track.lng.length
  const share = new Float64Array(count)
  for (let i = 1; i < count; i++) {
    const dx = ((track.lng[i]! - track.lng[i - 1]!) * Math.PI) / 180
    share[i] =
      share[i - 1]! + Math.hypot(dx, mercatorY(track.lat[i]!) - mercatorY(track.lat[i - 1]!))
  }
  const whole = share[count - 1] ?? 0
  if (whole > 0) for (let i = 0; i < count; i++) share[i] = share[i]! / whole
  const switches: number[] = []
  const startsOn = Boolean(track.pumpOn[0])
  let isOn = startsOn
  for (let i = 1; i < count; i++) {
    if (Boolean(track.pumpOn[i]) === isOn) continue
    const at = share[i]!
    isOn = !isOn
    // Two switches at one position cancel out: step expressions need strictly ascending stops.
    if (switches.at(-1) === at) switches.pop()
    else switches.push(at)
  }
  return {
    share,
    switches: switches[0] === 0 ? switches.slice(1) : switches,
    startsOn: switches[0] === 0 ? !startsOn : startsOn,
  }
}

/** Place, heading and line-progress at a share of the track's time. */
export const trackAt = (
  track: TrackColumns,
  measure: TrackMeasure,
  fraction: number,
): { place: LngLat; headingDeg: number; share: number; pumpOn: boolean } => {
  const last = track.tMs.length - 1
  const tMs =
    track.tMs[0]! + Math.max(0, Math.min(1, fraction)) * (track.tMs[last]! - track.tMs[0]!)
  let low = 0
  let high = last
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (track.tMs[middle]! <= tMs) low = middle
    else high = middle
  }
  const span = track.tMs[high]! - track.tMs[low]!
  const part = span > 0 ? Math.max(0, Math.min(1, (tMs - track.tMs[low]!) / span)) : 0
  const between = (column: ArrayLike<number>) =>
    column[low]! + (column[high]! - column[low]!) * part
  const dLng = (track.lng[high]! - track.lng[low]!) * Math.cos((track.lat[low]! * Math.PI) / 180)
  const dLat = track.lat[high]! - track.lat[low]!
  const given = track.headingDeg?.[low]
  const headingDeg =
    given !== undefined && !Number.isNaN(given)
      ? given
      : ((Math.atan2(dLng, dLat) * 180) / Math.PI + 360) % 360
  return {
    place: [between(track.lng), between(track.lat)],
    headingDeg,
    share: between(measure.share),
    pumpOn: Boolean(track.pumpOn[low]),
  }
}

type Step = string | number | readonly Step[]
export type TrackColours = {
  readonly on: string
  readonly off: string
  readonly onAhead: string
  readonly offAhead: string
}

/** A `line-gradient` expression: coloured by the pump's state, pale after the drone. */
export const trackGradient = (
  measure: TrackMeasure,
  share: number,
  colours: TrackColours,
): readonly Step[] => {
  const steps: Step[] = ['step', ['line-progress']]
  const colour = (isOn: boolean, isBehind: boolean) =>
    isBehind ? (isOn ? colours.on : colours.off) : isOn ? colours.onAhead : colours.offAhead
  let isOn = measure.startsOn
  let isBehind = share > 0
  steps.push(colour(isOn, isBehind))
  for (const at of measure.switches) {
    if (isBehind && share < at) {
      isBehind = false
      steps.push(share, colour(isOn, false))
    }
    isOn = !isOn
    if (at === share) isBehind = false
    steps.push(at, colour(isOn, isBehind))
  }
  if (isBehind && share < 1) steps.push(share, colour(isOn, false))
  // Step expressions need at least one stop.
  if (steps.length === 3) steps.push(1, steps[2]!)
  return steps
}
