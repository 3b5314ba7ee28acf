import type { Chemical } from '@swath/contract/chemicals'
import { call } from '../../../lib/api.ts'
import { useChange, type Body } from '../../../lib/use-change.ts'

const shown = ['listChemicals'] as const

export const useAddChemical = () =>
  useChange({ run: (body: Body<'addChemical'>) => call('addChemical', { body }), outdated: shown })
export const useUpdateChemical = () =>
  useChange({
    run: (body: Body<'updateChemical'>) => call('updateChemical', { body }),
    outdated: shown,
  })
export const useDeleteChemical = () =>
  useChange({
    run: ({ chemicalId }: Chemical) => call('deleteChemical', { params: { chemicalId } }),
    outdated: shown,
    refused: 'toldByCaller',
  })
