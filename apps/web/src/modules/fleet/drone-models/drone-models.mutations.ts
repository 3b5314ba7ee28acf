import type { DroneModel } from '@swath/contract/drone-models'
import { call } from '../../../lib/api.ts'
import { keepUntilChanged } from '../../../lib/query.ts'
import { tellButConflict, useChange, type Body } from '../../../lib/use-change.ts'

keepUntilChanged('getDroneModel')

/** Drones show their model's name and, without one of their own, its width. */
const lists = ['listDroneModels', 'listDrones', 'getDrone', 'findModelOfNumber'] as const
const shown = [...lists, 'getDroneModel'] as const

export const useAddModel = () =>
  useChange({
    run: (body: Body<'addDroneModel'>) => call('addDroneModel', { body }),
    outdated: shown,
  })
export const useUpdateModel = () =>
  useChange({
    run: (body: Body<'updateDroneModel'>) => call('updateDroneModel', { body }),
    outdated: shown,
    refused: tellButConflict,
  })
export const useDeleteModel = () =>
  useChange({
    run: (model: DroneModel) => call('deleteDroneModel', { params: { modelId: model.flyModelId } }),
    outdated: lists,
    // The screen shows why: what still uses the model, as a list.
    refused: 'toldByCaller',
  })
export const useMergeModels = () =>
  useChange({
    run: (body: Body<'mergeDroneModels'>) => call('mergeDroneModels', { body }),
    outdated: lists,
  })
export const useAddRange = () =>
  useChange({
    run: (body: Body<'addModelIdRange'>) => call('addModelIdRange', { body }),
    outdated: shown,
  })
export const useRemoveRange = () =>
  useChange({
    run: (params: { modelId: string; rangeId: string }) => call('deleteModelIdRange', { params }),
    outdated: shown,
  })
