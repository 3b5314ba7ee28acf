import type { Call } from '@swath/contract/kit'
import type { Api } from '@swath/contract/api'
import type { DroneModel } from '@swath/contract/drone-models'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { outdated, queryClient } from '../../lib/query.ts'

// Out of date when a change says so, never by its age: a deleted model is not asked for again while
// its drawer closes.
queryClient.setQueryDefaults(['getDroneModel'], { staleTime: Infinity })

/** Drones show their model's name and, without one of their own, its width. */
const shown = ['listDroneModels', 'listDrones', 'getDrone', 'findModelOfNumber'] as const
const afterChange = () => outdated(...shown, 'getDroneModel')

type Body<O extends keyof Api> = Call<Api[O]> extends { body: infer B } ? B : never

export const useAddModel = () =>
  useMutation({
    mutationFn: (body: Body<'addDroneModel'>) => call('addDroneModel', { body }),
    onSettled: afterChange,
  })
export const useUpdateModel = () =>
  useMutation({
    mutationFn: (body: Body<'updateDroneModel'>) => call('updateDroneModel', { body }),
    onSettled: afterChange,
  })
export const useDeleteModel = () =>
  useMutation({
    mutationFn: (model: DroneModel) =>
      call('deleteDroneModel', { params: { modelId: model.flyModelId } }),
    onSettled: () => outdated(...shown),
    // The screen tells why: what the model is still used for is a list to be read.
    meta: { quiet: true },
  })
export const useMergeModels = () =>
  useMutation({
    mutationFn: (body: Body<'mergeDroneModels'>) => call('mergeDroneModels', { body }),
    onSettled: () => outdated(...shown),
  })
export const useAddRange = () =>
  useMutation({
    mutationFn: (body: Body<'addModelIdRange'>) => call('addModelIdRange', { body }),
    onSettled: afterChange,
  })
export const useRemoveRange = () =>
  useMutation({
    mutationFn: (params: { modelId: string; rangeId: string }) =>
      call('deleteModelIdRange', { params }),
    onSettled: afterChange,
  })
