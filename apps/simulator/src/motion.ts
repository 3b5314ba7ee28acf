/**
 * Motion along a straight line: from the entry speed to the peak speed to the exit speed, with one
 * acceleration.
 */
export type Motion = {
  readonly lengthM: number
  readonly durationS: number
  readonly entrySpeedMs: number
  readonly peakSpeedMs: number
  readonly exitSpeedMs: number
  readonly accelerationMs2: number
  readonly accelerateS: number
  readonly brakeFromS: number
}

export function planMotion(
  lengthM: number,
  entrySpeedMs: number,
  cruiseSpeedMs: number,
  exitSpeedMs: number,
  accelerationMs2 = 2,
): Motion {
  const a = accelerationMs2
  const peak = Math.min(
    cruiseSpeedMs,
    Math.sqrt((2 * a * lengthM + entrySpeedMs ** 2 + exitSpeedMs ** 2) / 2),
  )
  if (peak < Math.max(entrySpeedMs, exitSpeedMs)) {
    // Too short to change speed: flown at the mean.
    const speed = Math.max(0.5, (entrySpeedMs + exitSpeedMs) / 2)
    const durationS = lengthM / speed
    return {
      lengthM,
      durationS,
      entrySpeedMs: speed,
      peakSpeedMs: speed,
      exitSpeedMs: speed,
      accelerationMs2: a,
      accelerateS: 0,
      brakeFromS: durationS,
    }
  }
  const accelerateS = (peak - entrySpeedMs) / a
  const brakeS = (peak - exitSpeedMs) / a
  const levelM =
    lengthM - (peak ** 2 - entrySpeedMs ** 2) / (2 * a) - (peak ** 2 - exitSpeedMs ** 2) / (2 * a)
  const levelS = Math.max(0, levelM) / peak
  return {
    lengthM,
    durationS: accelerateS + levelS + brakeS,
    entrySpeedMs,
    peakSpeedMs: peak,
    exitSpeedMs,
    accelerationMs2: a,
    accelerateS,
    brakeFromS: accelerateS + levelS,
  }
}

/** Metres flown and speed `tS` after the start. */
export function motionAt(
  motion: Motion,
  tS: number,
): { readonly distanceM: number; readonly speedMs: number } {
  const a = motion.accelerationMs2
  if (tS >= motion.durationS) return { distanceM: motion.lengthM, speedMs: motion.exitSpeedMs }
  if (tS < motion.accelerateS)
    return {
      distanceM: motion.entrySpeedMs * tS + (a * tS * tS) / 2,
      speedMs: motion.entrySpeedMs + a * tS,
    }
  const acceleratedM = (motion.peakSpeedMs ** 2 - motion.entrySpeedMs ** 2) / (2 * a)
  if (tS < motion.brakeFromS) {
    return {
      distanceM: acceleratedM + motion.peakSpeedMs * (tS - motion.accelerateS),
      speedMs: motion.peakSpeedMs,
    }
  }
  const leftS = motion.durationS - tS
  return {
    distanceM: motion.lengthM - (motion.exitSpeedMs * leftS + (a * leftS * leftS) / 2),
    speedMs: motion.exitSpeedMs + a * leftS,
  }
}
