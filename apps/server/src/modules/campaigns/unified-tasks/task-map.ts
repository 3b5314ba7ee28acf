// The plots of a task for its map. Five thousand plots are more than a megabyte: they are
// serialized in batches, and only once for the same plots with the same outlines.
import { z } from 'zod'
import { TaskMapPlot } from '@swath/contract/campaigns/unified-task-map'
import { roundParts } from '@swath/domain/plot-parts'
import type { Db } from '../../../platform/database/database.ts'
import { WrittenAnswer } from '../../../platform/http/written-answer.ts'
import { listDrawnPlots, listMapPlotIds, readMapState } from './task-map.queries.ts'

/** `state` identifies the plots in the response. */
export type TaskMap = { readonly state: string; readonly answer: WrittenAnswer }

const DrawnPlots = z.array(TaskMapPlot)
/** Plots per batch, a few milliseconds of work. */
const plotsInTurn = 300

/** The JSON of each plot; plots deleted meanwhile are missing. */
const drawPlots = async (db: Db, ids: readonly string[]): Promise<string[]> => {
  const rows = new Map((await listDrawnPlots(db, ids)).map((row) => [row.id, row]))
  const drawn = ids.flatMap((id) => {
    const row = rows.get(id)
    if (!row) return []
    const { name: blockName, village } = row
    return [{ blockId: id, blockName, village, parts: roundParts(row.parts) }]
  })
  return DrawnPlots.parse(drawn).map((plot) => JSON.stringify(plot))
}

const writeMap = async (
  db: Db,
  taskId: number,
  { total, plotsAtMost }: { total: number; plotsAtMost: number },
): Promise<WrittenAnswer> => {
  const ids = await listMapPlotIds(db, taskId, plotsAtMost)
  const items: string[] = []
  for (let from = 0; from < ids.length; from += plotsInTurn)
    items.push(...(await drawPlots(db, ids.slice(from, from + plotsInTurn))))
  return new WrittenAnswer(`{"items":[${items.join(',')}],"total":${total}}`)
}

/** @param before the map when it was last requested; null: unknown */
export const drawTaskMap =
  (plotsAtMost: number) =>
  async (db: Db, taskId: number, before: TaskMap | null): Promise<TaskMap> => {
    const { total, state } = await readMapState(db, taskId)
    if (before?.state === state) return before
    return { state, answer: await writeMap(db, taskId, { total, plotsAtMost }) }
  }
