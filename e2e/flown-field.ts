// A field of straight swaths, and flights over some of them.
import { LocalPlane } from '@swath/domain/lng-lat'
import type { Place, Step } from './device.ts'

const swathM = 5
const speedMs = 5

export type Field = {
  /** Closed, counterclockwise. */
  readonly ring: Place[]
  /** Over the swaths with these numbers, from the south, a position each second. */
  readonly fly: (swaths: readonly number[]) => Step[]
}

/** South-west corner, length from west to east in metres, and the number of swaths side by side. */
export const layField = (corner: Place, lengthM: number, swaths: number): Field => {
  const plane = new LocalPlane(corner[0], corner[1])
  const at = (xM: number, yM: number): Place => {
    const [lng, lat] = plane.fromPlane(xM, yM)
    return [Number(lng.toFixed(8)), Number(lat.toFixed(8))]
  }
  const widthM = swaths * swathM
  return {
    ring: [at(0, 0), at(lengthM, 0), at(lengthM, widthM), at(0, widthM), at(0, 0)],
    fly: (flown) =>
      flown.flatMap((swath, turn) => {
        const yM = (swath + 0.5) * swathM
        const stepNum = lengthM / speedMs
        const xs = Array.from({ length: stepNum + 1 }, (_, i) => i * speedMs)
        const way = turn % 2 === 0 ? xs : xs.toReversed()
        return [
          ...way.map((xM) => ({ at: at(xM, yM), pump: true })),
          // to the next one, without spraying
          { at: at(way.at(-1)! + (turn % 2 === 0 ? 4 : -4), yM + 2), pump: false },
        ]
      }),
  }
}
