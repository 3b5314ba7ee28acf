import { call } from '../../../lib/api.ts'
import { buildChange, tellButConflict, useChange } from '../../../lib/use-change.ts'

const lists = ['listUnifiedTasks', 'getUnifiedTask'] as const
const work = [
  'getTaskDrones',
  'getTaskPlots',
  'getTaskSorties',
  'getTaskOverview',
  'getTaskMap',
  'getTaskMapProgress',
  'getTaskRegions',
  'getTaskVillages',
] as const
const operators = [...lists, 'getTaskTeams', 'getTaskOperators', 'getTaskDroneChoices'] as const

export const useCreateTask = buildChange('createUnifiedTask', lists)
export const useUpdateTask = buildChange('updateUnifiedTask', [...lists, ...work], {
  refused: tellButConflict,
})
export const useSetTaskState = buildChange('setUnifiedTaskState', [...lists, ...work])
export const useDeleteTask = buildChange('deleteUnifiedTask', ['listUnifiedTasks'], {
  refused: 'shownByCaller',
})
export const useCopyTask = buildChange('copyUnifiedTask', ['listUnifiedTasks'])
export const useAnswerInvitation = buildChange('answerTaskInvitation', [...operators, ...work])
export const useInviteOperators = buildChange('inviteTaskOperators', operators)
export const useRemoveOperator = buildChange('removeTaskOperator', [...operators, ...work])
export const useAddPlots = buildChange('addTaskPlots', [...lists, ...work])
export const useClearPlots = buildChange('removeTaskPlots', [...lists, ...work])
export const useAddDrones = buildChange('addTaskDrones', [...operators, ...work])
export const useAddTeam = buildChange('addTaskTeam', [...operators, ...work])
export const useSetDroneDates = buildChange('setTaskDroneDates', work)

export const useRemoveDrones = () =>
  useChange({
    run: ({ tftzId, droneIds }: { tftzId: string; droneIds: readonly string[] }) =>
      call('removeTaskDrones', { params: { tftzId }, query: { droneIds: droneIds.join(',') } }),
    outdated: [...operators, ...work],
  })
