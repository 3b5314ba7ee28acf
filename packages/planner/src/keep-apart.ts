// When each flight begins, so that no two drones come nearer than the set distance at any second:
// flights are fixed one after the other, each at the first second at which it meets none of those
// that are fixed. Waiting costs nothing but time: it is done on the ground.
import type { Flight } from './fly-share.ts'
import { toleranceM } from './plane.ts'

/**
 * `xyz`: three numbers a second, x, y and height in metres. `stepM`: largest movement in a second.
 */
type Flown = { readonly xyz: Float32Array; readonly stepM: number }
type Track = Flown & { readonly fromS: number }

/**
 * Positions of a flight at each full second since its take-off: x, y and height in metres in turn.
 */
export const sampleFlight = ({ nodes }: Pick<Flight, 'nodes'>): Float32Array => {
  const endS = nodes.at(-1)!.tS
  const seconds = Math.ceil(endS)
  const xyz = new Float32Array(3 * (seconds + 1))
  let i = 0
  for (let s = 0; s <= seconds; s++) {
    const tS = Math.min(s, endS)
    while (i + 2 < nodes.length && nodes[i + 1]!.tS <= tS) i++
    const a = nodes[i]!
    const b = nodes[i + 1]!
    const share = b.tS > a.tS ? Math.min(1, Math.max(0, (tS - a.tS) / (b.tS - a.tS))) : 1
    xyz[3 * s] = a.at[0] + (b.at[0] - a.at[0]) * share
    xyz[3 * s + 1] = a.at[1] + (b.at[1] - a.at[1]) * share
    xyz[3 * s + 2] = a.heightM + (b.heightM - a.heightM) * share
  }
  return xyz
}

const longestStepM = (xyz: Float32Array): number => {
  let longest2 = 0
  for (let i = 3; i < xyz.length; i += 3) {
    const dx = xyz[i]! - xyz[i - 3]!
    const dy = xyz[i + 1]! - xyz[i - 2]!
    const dz = xyz[i + 2]! - xyz[i - 1]!
    longest2 = Math.max(longest2, dx * dx + dy * dy + dz * dz)
  }
  return Math.sqrt(longest2)
}

/**
 * Whether a flight begun at `fromS` is ever too close to a track. Seconds in which the two cannot
 * have come close enough are skipped: neither moves farther in a second than its longest step.
 */
const isMeeting = ({ xyz, stepM }: Flown, fromS: number, track: Track, apartM: number): boolean => {
  const first = Math.max(0, track.fromS - fromS)
  const last = Math.min(xyz.length / 3, track.fromS + track.xyz.length / 3 - fromS) - 1
  const apart2 = (apartM - toleranceM) ** 2
  const nearerM = stepM + track.stepM
  for (let s = last; s >= first;) {
    const own = 3 * s
    const other = 3 * (s + fromS - track.fromS)
    const dx = xyz[own]! - track.xyz[other]!
    const dy = xyz[own + 1]! - track.xyz[other + 1]!
    const dz = xyz[own + 2]! - track.xyz[other + 2]!
    const away2 = dx * dx + dy * dy + dz * dz
    if (away2 < apart2) return true
    s -= Math.max(1, Math.floor((Math.sqrt(away2) - apartM) / nearerM))
  }
  return false
}

const stepS = 2

const firstFree = (
  flown: Flown,
  fromS: number,
  tracks: readonly Track[],
  apartM: number,
): number => {
  const waiting = [...tracks]
  let startS = fromS
  for (;;) {
    const met = waiting.findIndex((track) => isMeeting(flown, startS, track, apartM))
    if (met < 0) return startS
    // the one that was met is most likely to be met again
    waiting.unshift(...waiting.splice(met, 1))
    startS += stepS
  }
}

/**
 * The second at which each flight of each drone begins, from 0 on; all of them begin.
 * @param drones `serviceS`: on the ground between two flights
 * @param apartM no two drones come nearer to each other at any full second
 */
export const scheduleFlights = (
  drones: readonly { readonly flights: readonly Flight[]; readonly serviceS: number }[],
  apartM: number,
): number[][] => {
  const starts: number[][] = drones.map(() => [])
  const tracks: Track[][] = drones.map(() => [])
  const freeS = drones.map(() => 0)
  for (;;) {
    // the one that can go first goes first, so that waiting is shared
    let next = -1
    for (const [i, { flights }] of drones.entries())
      if (starts[i]!.length < flights.length && (next < 0 || freeS[i]! < freeS[next]!)) next = i
    if (next < 0) return starts
    const { flights, serviceS } = drones[next]!
    const xyz = sampleFlight(flights[starts[next]!.length]!)
    const others = tracks.filter((_, i) => i !== next).flat()
    const flown = { xyz, stepM: longestStepM(xyz) }
    const startS = firstFree(flown, freeS[next]!, others, apartM)
    starts[next]!.push(startS)
    tracks[next]!.push({ ...flown, fromS: startS })
    freeS[next] = startS + Math.ceil(xyz.length / 3) + serviceS
  }
}
