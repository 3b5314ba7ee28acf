import type { WorkType } from '@swath/contract/work-types'
import { call } from '../../../lib/api.ts'
import { useChange, type Body } from '../../../lib/use-change.ts'

const shown = ['listWorkTypes'] as const

export const useAddWorkType = () =>
  useChange({ run: (body: Body<'addWorkType'>) => call('addWorkType', { body }), outdated: shown })
export const useUpdateWorkType = () =>
  useChange({
    run: (body: Body<'updateWorkType'>) => call('updateWorkType', { body }),
    outdated: shown,
  })
export const useDeleteWorkType = () =>
  useChange({
    run: ({ workTypeId }: WorkType) => call('deleteWorkType', { params: { workTypeId } }),
    outdated: shown,
    refused: 'toldByCaller',
  })
