import type { DroneModel } from '@swath/contract/fleet/drone-models'
import { call } from '../../../lib/api.ts'
import { keepUntilChanged } from '../../../lib/query.ts'
import { buildChange, tellButConflict, useChange } from '../../../lib/use-change.ts'

keepUntilChanged('getDroneModel')

/** Drones show their model's name and, unless they have their own, its width. */
const lists = ['listDroneModels', 'listDrones', 'getDrone', 'findModelOfNumber'] as const
const shown = [...lists, 'getDroneModel'] as const

export const useAddModel = buildChange('addDroneModel', shown)
export const useUpdateModel = buildChange('updateDroneModel', shown, { refused: tellButConflict })
export const useDeleteModel = () =>
  useChange({
    run: (model: DroneModel) => call('deleteDroneModel', { params: { modelId: model.flyModelId } }),
    outdated: lists,
    // The screen shows why: what still uses the model, as a list.
    refused: 'shownByCaller',
  })
export const useMergeModels = buildChange('mergeDroneModels', lists)
export const useAddRange = buildChange('addModelIdRange', shown)
export const useRemoveRange = buildChange('deleteModelIdRange', shown)
