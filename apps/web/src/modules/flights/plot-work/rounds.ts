import type { PlotSpraying } from '@swath/contract/flights/plot-work'

/** Maximum time between flights of one round, ms. */
const roundGapMs = 48 * 3_600_000

/** Splits flights into rounds of spraying; expects and returns the newest first. */
export const splitRounds = (
  sprayings: readonly PlotSpraying[],
): readonly (readonly PlotSpraying[])[] => {
  const rounds: PlotSpraying[][] = []
  let laterMs = Infinity
  for (const one of sprayings) {
    const startMs = Date.parse(one.startTime)
    if (laterMs - startMs > roundGapMs) rounds.push([])
    rounds.at(-1)!.push(one)
    laterMs = startMs
  }
  return rounds
}
