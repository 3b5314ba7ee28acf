import type { Crop } from '@swath/contract/crops'
import { call } from '../../../lib/api.ts'
import { useChange, type Body } from '../../../lib/use-change.ts'

const shown = ['listCrops'] as const

export const useAddCrop = () =>
  useChange({ run: (body: Body<'addCrop'>) => call('addCrop', { body }), outdated: shown })
export const useUpdateCrop = () =>
  useChange({ run: (body: Body<'updateCrop'>) => call('updateCrop', { body }), outdated: shown })
export const useDeleteCrop = () =>
  useChange({
    run: ({ cropId }: Crop) => call('deleteCrop', { params: { cropId } }),
    outdated: shown,
    refused: 'toldByCaller',
  })
