import type { PlotSpraying } from '@swath/contract/flights/plot-work'

/** Flights of one round are no farther apart than this, ms. */
const roundGapMs = 48 * 3_600_000

/** Of flights in the order newest first: those of the last round. */
export const lastRound = (sprayings: readonly PlotSpraying[]): readonly PlotSpraying[] => {
  const end = sprayings.findIndex(
    (one, i) =>
      i > 0 && Date.parse(sprayings[i - 1]!.startTime) - Date.parse(one.startTime) > roundGapMs,
  )
  return end < 0 ? sprayings : sprayings.slice(0, end)
}
