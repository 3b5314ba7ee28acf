import type { PointColumns } from '@swath/domain/telemetry-point'

export type BatteryUse = {
  startMs: number
  endMs: number
  startPercent: number
  endPercent: number
  lowestPercent: number
}

/** A rise of this much during a flight means that the battery was swapped. */
const swapPercent = 10

/** The use of each battery, in order; empty if the drone does not report it. */
export const listBatteryUses = (points: PointColumns): BatteryUse[] => {
  const uses: BatteryUse[] = []
  for (let row = 0; row < points.length; row += 1) {
    const percent = points.batteryPercent[row]!
    const tMs = points.tMs[row]!
    if (Number.isNaN(percent)) continue
    const use = uses.at(-1)
    if (!use || percent >= use.endPercent + swapPercent) {
      uses.push({
        startMs: tMs,
        endMs: tMs,
        startPercent: percent,
        endPercent: percent,
        lowestPercent: percent,
      })
      continue
    }
    use.endMs = tMs
    use.endPercent = percent
    use.lowestPercent = Math.min(use.lowestPercent, percent)
  }
  return uses
}
