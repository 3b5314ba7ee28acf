import type { PlotSpraying } from '@swath/contract/flights/plot-work'

/** Maximum time between flights of one round, ms. */
const roundGapMs = 48 * 3_600_000

/** The flights of the last round; expects the newest flight first. */
export const lastRound = (sprayings: readonly PlotSpraying[]): readonly PlotSpraying[] => {
  const end = sprayings.findIndex(
    (one, i) =>
      i > 0 && Date.parse(sprayings[i - 1]!.startTime) - Date.parse(one.startTime) > roundGapMs,
  )
  return end < 0 ? sprayings : sprayings.slice(0, end)
}
