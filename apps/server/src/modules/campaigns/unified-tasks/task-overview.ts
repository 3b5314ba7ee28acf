// Progress of a task.
import type { TaskOverview } from '@swath/contract/campaigns/unified-task-overview'
import { muFromM2 } from '@swath/domain/units'
import type { Db } from '../../../platform/database/database.ts'
import { findSum } from './measure.queries.ts'
import { forecastOf } from './task-presenters.ts'
import { countLeftOut, sumAll, type WorkReader } from './task-work.queries.ts'
import type { TaskRow } from './unified-tasks.queries.ts'

export const taskOverview = async (
  db: Db,
  task: TaskRow,
  reader: WorkReader,
  nowMs: number,
): Promise<TaskOverview> => {
  // Reads the work at the same time as that by day, operator and drone, instead of using the last
  // measurement.
  const [sum, flown, leftOut] = await Promise.all([
    findSum(db, task.id),
    sumAll(db, reader),
    countLeftOut(db, reader),
  ])
  const forecast = forecastOf(task, nowMs)
  const { goal_m2: goalM2, covered_m2: coveredM2 } = task
  return {
    goalArea: goalM2 === null ? null : muFromM2(goalM2),
    coveredArea: muFromM2(coveredM2),
    outsideArea: muFromM2(sum?.outside_m2 ?? 0),
    repeatedArea: muFromM2(sum?.repeated_m2 ?? 0),
    flownArea: muFromM2(flown.covered_m2),
    againArea: reader.readsAll ? muFromM2(flown.covered_m2 - coveredM2) : null,
    missedArea: goalM2 === null ? null : muFromM2(Math.max(0, goalM2 - coveredM2)),
    progress: goalM2 ? coveredM2 / goalM2 : null,
    plotNum: sum?.plot_count ?? 0,
    workedPlotNum: sum?.worked_plot_count ?? 0,
    droneNum: flown.drones,
    sortieCount: flown.sorties,
    sweptArea: muFromM2(flown.swept_m2),
    flightTime: flown.duration_s,
    sprayQuantity: flown.spray_l,
    paceArea: forecast ? muFromM2(forecast.paceM2) : null,
    forecastDate: forecast?.endDay ?? null,
    lastWorkTime: flown.last_at?.toISOString() ?? null,
    measuredAt: sum?.measured_at.toISOString() ?? null,
    isMeasuring: sum?.is_due ?? false,
    leftOut: leftOut.map(({ why, sorties }) => ({ why, sortieCount: sorties })),
  }
}
