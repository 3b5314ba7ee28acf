import type { LngLat } from '@swath/domain/lng-lat'
import type { Problem, ProblemReason } from './feature.ts'

export const repaired = (reason: ProblemReason, count = 1, at: LngLat | null = null): Problem => ({
  reason,
  isRepaired: true,
  at,
  count,
})

export const broken = (reason: ProblemReason, at: LngLat | null = null, count = 1): Problem => ({
  reason,
  isRepaired: false,
  at,
  count,
})

/** The same problem, about a value of the file. */
export const about = (word: string, problem: Problem): Problem => ({
  ...problem,
  word: word.replaceAll('\0', '').slice(0, 80).toWellFormed(),
})

/** Only problems that occurred. */
export const listProblems = (counts: Partial<Record<ProblemReason, number>>): Problem[] =>
  Object.entries(counts).flatMap(([reason, count]) =>
    count > 0 ? [repaired(reason as ProblemReason, count)] : [],
  )
