// Flight time along a way: a drone accelerates and brakes at one rate.

/** m/s² */ export const accelerationMs2 = 2
/** At the ends of strips, where the pump switches. */ export const cornerSpeedMs = 1.5
export const climbMs = 2.5
export const descendMs = 1.5

/** Seconds for a straight way with given speeds at its ends. */
export const flyingS = (
  lengthM: number,
  cruiseMs: number,
  entryMs = cornerSpeedMs,
  exitMs = cornerSpeedMs,
): number => {
  if (lengthM <= 0) return 0
  const a = accelerationMs2
  const peak = Math.min(cruiseMs, Math.sqrt((2 * a * lengthM + entryMs ** 2 + exitMs ** 2) / 2))
  if (peak < Math.max(entryMs, exitMs)) return lengthM / Math.max(0.5, (entryMs + exitMs) / 2)
  const levelM = lengthM - (2 * peak ** 2 - entryMs ** 2 - exitMs ** 2) / (2 * a)
  return (2 * peak - entryMs - exitMs) / a + Math.max(0, levelM) / peak
}

export const verticalS = (fromM: number, toM: number): number =>
  toM > fromM ? (toM - fromM) / climbMs : (fromM - toM) / descendMs
