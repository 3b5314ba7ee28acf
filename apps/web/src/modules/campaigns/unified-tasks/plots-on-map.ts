import type { TaskMapPlot } from '@swath/contract/campaigns/unified-task-map'
import type { z } from 'zod'
import type { GroundShape } from '../../../map/ground-shapes.ts'

export type CoveredPlot = GroundShape & { readonly coveredRatio: number }

/** A response, and its time of arrival. */
type Answer<Item> = {
  readonly items: readonly Item[]
  /** Number of plots of the task; the map only shows the largest. */
  readonly total: number
  readonly atMs: number
}
export type Ground = Answer<z.infer<typeof TaskMapPlot>>
/** Progress of the plots that were covered at all. */
export type Progress = Answer<{ readonly blockId: string; readonly coveredRatio: number }>

/** Adds progress to the shapes of plots; empty until both are known. */
export const mergeProgress = (
  ground: Pick<Ground, 'items'> | undefined,
  progress: Pick<Progress, 'items'> | undefined,
): CoveredPlot[] => {
  if (!ground || !progress) return []
  const covered = new Map(
    progress.items.map(({ blockId, coveredRatio }) => [blockId, coveredRatio]),
  )
  return ground.items.map(({ blockId, blockName, parts }) => ({
    id: blockId,
    name: blockName,
    coveredRatio: covered.get(blockId) ?? 0,
    shape: { kind: 'parts', parts },
  }))
}

/** Whether plots were added or removed since the shapes were requested. */
export const isGroundPassed = (
  ground: Ground | undefined,
  progress: Progress | undefined,
): boolean => {
  if (!ground || !progress || progress.atMs <= ground.atMs) return false
  if (ground.total !== progress.total) return true
  // One plot was added and another removed. Only checked if the map shows all plots: otherwise
  // unknown ids may be small plots that it omits.
  if (ground.items.length < ground.total) return false
  const known = new Set(ground.items.map(({ blockId }) => blockId))
  return progress.items.some(({ blockId }) => !known.has(blockId))
}
