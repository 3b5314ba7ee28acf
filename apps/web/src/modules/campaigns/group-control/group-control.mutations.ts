import { keepUntilChanged, queryClient } from '../../../lib/query.ts'
import { buildChange } from '../../../lib/use-change.ts'

keepUntilChanged('getGroupPlan')
const shown = ['listGroupPlans', 'getGroupPlan'] as const

export const usePutGroupRoute = buildChange('putGroupRoute', shown)
export const useControlGroup = buildChange('controlGroup', [...shown, 'getMonitorDrone'], {
  done: ({ detail }) => {
    if (detail)
      queryClient.setQueryData(['getGroupPlan', { params: { plan: detail.plan } }], detail)
  },
})
export const usePatchDroneStatus = buildChange('patchGroupDroneStatus', shown)
export const useDeleteGroupPlan = buildChange(
  'deleteGroupPlan',
  (_plan, error) => (error === null ? ['listGroupPlans'] : shown),
  { refused: 'shownByCaller' },
)
