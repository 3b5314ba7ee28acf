import type { UnifiedTask } from '@swath/contract/unified-task-rows'
import { call } from '../../../lib/api.ts'
import { tellButConflict, useChange, type Body } from '../../../lib/use-change.ts'

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

type Chosen = Pick<UnifiedTask, 'tftzId' | 'version'>

export const useCreateTask = () =>
  useChange({
    run: (body: Body<'createUnifiedTask'>) => call('createUnifiedTask', { body }),
    outdated: lists,
  })

export const useUpdateTask = () =>
  useChange({
    run: ({ tftzId, body }: { tftzId: string; body: Body<'updateUnifiedTask'> }) =>
      call('updateUnifiedTask', { params: { tftzId }, body }),
    outdated: [...lists, ...work],
    refused: tellButConflict,
  })

export const useSetTaskState = () =>
  useChange({
    run: ({ tftzId, version, opr }: Chosen & { opr: 'open' | 'close' }) =>
      call('setUnifiedTaskState', { params: { tftzId }, body: { opr, version } }),
    outdated: [...lists, ...work],
  })

export const useDeleteTask = () =>
  useChange({
    run: ({ tftzId }: Pick<UnifiedTask, 'tftzId'>) =>
      call('deleteUnifiedTask', { params: { tftzId } }),
    outdated: ['listUnifiedTasks'],
    refused: 'toldByCaller',
  })

export const useCopyTask = () =>
  useChange({
    run: ({ tftzId, body }: { tftzId: string; body: Body<'copyUnifiedTask'> }) =>
      call('copyUnifiedTask', { params: { tftzId }, body }),
    outdated: ['listUnifiedTasks'],
  })

export const useAnswerInvitation = () =>
  useChange({
    run: ({ tftzId, opr }: { tftzId: string; opr: 'accept' | 'decline' }) =>
      call('answerTaskInvitation', { params: { tftzId }, body: { opr } }),
    outdated: [...operators, ...work],
  })

export const useInviteOperators = () =>
  useChange({
    run: ({ tftzId, accountIds }: { tftzId: string; accountIds: string[] }) =>
      call('inviteTaskOperators', { params: { tftzId }, body: { accountIds } }),
    outdated: operators,
  })

export const useRemoveOperator = () =>
  useChange({
    run: (params: { tftzId: string; accountId: string }) => call('removeTaskOperator', { params }),
    outdated: [...operators, ...work],
  })

export const useAddPlots = () =>
  useChange({
    run: ({ tftzId, ...body }: { tftzId: string } & Body<'addTaskPlots'>) =>
      call('addTaskPlots', { params: { tftzId }, body }),
    outdated: [...lists, ...work],
  })

export const useClearPlots = () =>
  useChange({
    run: (tftzId: string) => call('removeTaskPlots', { params: { tftzId } }),
    outdated: [...lists, ...work],
  })

type Drones = { tftzId: string } & Body<'addTaskDrones'>

export const useAddDrones = () =>
  useChange({
    run: ({ tftzId, ...body }: Drones) => call('addTaskDrones', { params: { tftzId }, body }),
    outdated: [...operators, ...work],
  })

export const useAddTeam = () =>
  useChange({
    run: ({ tftzId, ...body }: { tftzId: string } & Body<'addTaskTeam'>) =>
      call('addTaskTeam', { params: { tftzId }, body }),
    outdated: [...operators, ...work],
  })

export const useSetDroneDates = () =>
  useChange({
    run: ({ tftzId, ...body }: Drones) => call('setTaskDroneDates', { params: { tftzId }, body }),
    outdated: work,
  })

export const useRemoveDrones = () =>
  useChange({
    run: ({ tftzId, droneIds }: { tftzId: string; droneIds: readonly string[] }) =>
      call('removeTaskDrones', { params: { tftzId }, query: { droneIds: droneIds.join(',') } }),
    outdated: [...operators, ...work],
  })
