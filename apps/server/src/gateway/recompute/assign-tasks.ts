// To which campaign each flight of a stretch counts. The same whenever it is done and in whatever
// order flights came: with the records, and again where a campaign changes.
import { chooseTask } from '@swath/domain/unified-task'
import type { TimeRange } from '@swath/domain/time-range'
import type { Tx } from '../../platform/database/database.ts'
import {
  flightsWithTasks,
  hasTasks,
  holdTasksOfDrone,
  writeTaskDecisions,
  type FlightOfTask,
} from './tasks.queries.ts'

const toTask = (row: FlightOfTask) => ({
  taskId: row.task_id,
  regionCode: row.region_code,
  ground: row.ground,
  isOnPlots: row.is_on_plots,
  isInDroneDays: row.is_in_drone_days,
  cropId: row.crop_id,
  chemicalIds: row.chemical_ids,
  isClosed: row.state === 'closed',
  wasCounted: row.was_counted,
})

/**
 * Of the task that counts the flight; of one whose crop alone it does not fit, that task's: somebody
 * sprayed the wrong field, or told the wrong crop.
 */
export type TaskCrops = ReadonlyMap<string, string>

const pickTaskCrop = (
  rows: readonly FlightOfTask[],
  { taskId, leftOut }: ReturnType<typeof chooseTask>,
): string | null => {
  const wanted = taskId ?? leftOut.find(({ why }) => why === 'crop')?.taskId
  return rows.find((row) => row.task_id === wanted)?.crop_id ?? null
}

/** Answers the crop of the task by flight, and how many flights changed their task. */
export const assignTasks = async (
  tx: Tx,
  droneId: string,
  range: TimeRange,
): Promise<{ crops: TaskCrops; changed: number }> => {
  const crops = new Map<string, string>()
  await holdTasksOfDrone(tx, droneId)
  if (!(await hasTasks(tx, droneId, range))) return { crops, changed: 0 }
  const bySortie = Map.groupBy(
    await flightsWithTasks(tx, droneId, range),
    ({ sortie_id }) => sortie_id,
  )
  const decisions = [...bySortie].map(([sortieId, rows]) => {
    const [{ start_at, flown_region, flown_crop, chemical }] = rows as [FlightOfTask]
    const flight = { regionCode: flown_region, cropId: flown_crop, chemical }
    const decided = chooseTask(flight, rows.map(toTask))
    const crop = pickTaskCrop(rows, decided)
    if (crop !== null) crops.set(sortieId, crop)
    return { sortieId, startAt: start_at, ...decided }
  })
  const changed = await writeTaskDecisions(tx, droneId, range, decisions)
  return { crops, changed }
}
