import { createChanges } from '../../../platform/change/change.ts'
import type { Services } from '../../../platform/services.ts'
import {
  copyUnifiedTask,
  createUnifiedTask,
  deleteUnifiedTask,
  updateUnifiedTask,
} from './task-changes.ts'
import { taskDroneHandlers } from './task-drones.ts'
import { taskListHandlers } from './task-list.ts'
import type { Calls, Needs } from './task-needs.ts'
import { taskOperatorHandlers } from './task-operators.ts'
import { taskPlotHandlers } from './task-plots.ts'
import { setUnifiedTaskState } from './task-state.ts'
import { taskTeamHandlers } from './task-teams.ts'
import { unifiedTaskStatHandlers } from './task-stats.ts'

export const unifiedTaskHandlers = (
  services: Services,
): Calls & ReturnType<typeof unifiedTaskStatHandlers> => {
  const needs: Needs = { ...services, ...createChanges(services) }
  return {
    ...taskListHandlers(services),
    createUnifiedTask: createUnifiedTask(needs),
    updateUnifiedTask: updateUnifiedTask(needs),
    setUnifiedTaskState: setUnifiedTaskState(needs),
    deleteUnifiedTask: deleteUnifiedTask(needs),
    copyUnifiedTask: copyUnifiedTask(needs),
    ...taskDroneHandlers(needs),
    ...taskOperatorHandlers(needs),
    ...taskPlotHandlers(needs),
    ...taskTeamHandlers(needs),
    ...unifiedTaskStatHandlers(services),
  }
}
