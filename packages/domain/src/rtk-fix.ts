// Quality of the position fix along a flight.
import type { PointColumns } from './telemetry-point.ts'

/** MAVLink GPS_FIX_TYPE: https://mavlink.io/en/messages/common.html#GPS_FIX_TYPE */
const rtkFloat = 5
const rtkFixed = 6

export type FixFigures = {
  /** Points that report a fix, and the numbers of these with RTK fixed and RTK float. */
  readonly reportedCount: number
  readonly fixedCount: number
  readonly floatCount: number
  /** Points that report satellites, and the sum of their satellites. */
  readonly satelliteCount: number
  readonly satelliteSum: number
}

/** Figures of the points [from, to). */
export const computeFixFigures = (
  { fix, satellites }: Pick<PointColumns, 'fix' | 'satellites'>,
  from: number,
  to: number,
): FixFigures => {
  let [reportedCount, fixedCount, floatCount, satelliteCount, satelliteSum] = [0, 0, 0, 0, 0]
  for (let i = from; i < to; i++) {
    const one = fix[i]!
    if (!Number.isNaN(one)) {
      reportedCount++
      if (one === rtkFixed) fixedCount++
      if (one === rtkFloat) floatCount++
    }
    const seen = satellites[i]!
    if (!Number.isNaN(seen)) {
      satelliteCount++
      satelliteSum += seen
    }
  }
  return { reportedCount, fixedCount, floatCount, satelliteCount, satelliteSum }
}
