// To which campaign each flight of a stretch counts. The same whenever it is done and in whatever
// order flights came: with the records, and again where a campaign changes.
import { chooseTask } from '@swath/domain/unified-task'
import type { TimeRange } from '@swath/domain/time-range'
import type { Tx } from '../../platform/database/database.ts'
import {
  flightsWithTasks,
  hasTasks,
  holdTasksOfDrone,
  judgeCropsAgain,
  listRepeats,
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

/** What is wrong with flights by the tasks that they belong to follows from these. */
export type OfTasks = {
  /**
   * Of the task that counts the flight; of one whose crop alone it does not fit, that task's:
   * somebody sprayed the wrong field, or told the wrong crop.
   */
  crops: ReadonlyMap<string, string>
  /** Ground that earlier flights of the same task had covered, m². */
  alreadyM2: ReadonlyMap<string, number>
}

const pickTaskCrop = (
  rows: readonly FlightOfTask[],
  { taskId, leftOut }: ReturnType<typeof chooseTask>,
): string | null => {
  const wanted = taskId ?? leftOut.find(({ why }) => why === 'crop')?.taskId
  return rows.find((row) => row.task_id === wanted)?.crop_id ?? null
}

/** Where the drone's tasks are held already. */
export const assignHeldTasks = async (
  tx: Tx,
  droneId: string,
  range: TimeRange,
): Promise<OfTasks> => {
  const crops = new Map<string, string>()
  if (!(await hasTasks(tx, droneId, range))) return { crops, alreadyM2: new Map() }
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
  await writeTaskDecisions(tx, droneId, range, decisions)
  return { crops, alreadyM2: await listRepeats(tx, droneId, range) }
}

export const assignTasks = async (tx: Tx, droneId: string, range: TimeRange): Promise<OfTasks> => {
  await holdTasksOfDrone(tx, droneId)
  return assignHeldTasks(tx, droneId, range)
}

/** Of flights that are there already, whose tasks have changed. */
export const assignTasksAgain = async (
  tx: Tx,
  droneId: string,
  range: TimeRange,
): Promise<void> => {
  const { crops } = await assignTasks(tx, droneId, range)
  await judgeCropsAgain(tx, droneId, range, crops)
}
