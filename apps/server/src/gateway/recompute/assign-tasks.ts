// Assigns each flight of a stretch to a task. The result does not depend on when it runs or on the
// order of arrival: it runs with the records, and again when a task changes.
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
  chemicals: row.chemicals,
  isClosed: row.state === 'closed',
  wasCounted: row.was_counted,
})

/** Inputs for the anomalies that depend on a flight's task. */
export type OfTasks = {
  /**
   * Crop of the task to which the flight is assigned. If no task matches only because of the crop,
   * the crop of that task: the wrong field was sprayed, or the wrong crop reported.
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

/** For callers that already hold the locks of the drone's tasks. */
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

/** For existing flights whose tasks have changed. */
export const assignTasksAgain = async (
  tx: Tx,
  droneId: string,
  range: TimeRange,
): Promise<void> => {
  const { crops } = await assignTasks(tx, droneId, range)
  await judgeCropsAgain(tx, droneId, range, crops)
}
