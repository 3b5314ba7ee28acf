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
import type { Calls, Deps } from './task-deps.ts'
import { taskOperatorHandlers } from './task-operators.ts'
import { taskPlotHandlers } from './task-plots.ts'
import { setUnifiedTaskState } from './task-state.ts'
import { taskTeamHandlers } from './task-teams.ts'
import { unifiedTaskStatHandlers } from './task-stats.ts'

export const unifiedTaskHandlers = (
  services: Services,
): Calls & ReturnType<typeof unifiedTaskStatHandlers> => {
  const deps: Deps = { ...services, ...createChanges(services) }
  return {
    ...taskListHandlers(services),
    createUnifiedTask: createUnifiedTask(deps),
    updateUnifiedTask: updateUnifiedTask(deps),
    setUnifiedTaskState: setUnifiedTaskState(deps),
    deleteUnifiedTask: deleteUnifiedTask(deps),
    copyUnifiedTask: copyUnifiedTask(deps),
    ...taskDroneHandlers(deps),
    ...taskOperatorHandlers(deps),
    ...taskPlotHandlers(deps),
    ...taskTeamHandlers(deps),
    ...unifiedTaskStatHandlers(services),
  }
}
