import type { GroupPlan } from '@swath/contract/group-plans'
import { call } from '../../../lib/api.ts'
import { keepUntilChanged, queryClient } from '../../../lib/query.ts'
import { useChange, type Body } from '../../../lib/use-change.ts'

keepUntilChanged('getGroupPlan')
const shown = ['listGroupPlans', 'getGroupPlan'] as const

export const usePutGroupRoute = () =>
  useChange({
    run: (body: Body<'putGroupRoute'>) => call('putGroupRoute', { body }),
    outdated: shown,
  })

export const useControlGroup = () =>
  useChange({
    run: (body: Body<'controlGroup'>) => call('controlGroup', { body }),
    outdated: [...shown, 'getMonitorDrone'],
    done: ({ detail }) => {
      if (detail)
        queryClient.setQueryData(['getGroupPlan', { params: { plan: detail.plan } }], detail)
    },
  })

export const usePatchDroneStatus = () =>
  useChange({
    run: (body: Body<'patchGroupDroneStatus'>) => call('patchGroupDroneStatus', { body }),
    outdated: shown,
  })

export const useDeleteGroupPlan = () =>
  useChange({
    run: ({ plan }: Pick<GroupPlan, 'plan'>) => call('deleteGroupPlan', { params: { plan } }),
    outdated: (_plan, error) => (error === null ? ['listGroupPlans'] : shown),
    refused: 'toldByCaller',
  })
