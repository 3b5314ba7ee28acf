import { z } from 'zod'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'

const route = routeWithTag('Drones')
const screens = ['drone-list'] as const
const right = 'equipment.manage'
const base = '/api/drone/device/manage'

export const ManufacturerMerge = z.object({
  fromZzAccountId: id('account').describe('Manufacturer whose drones and models are moved'),
  zzAccountId: id('account').describe('Manufacturer that receives them'),
  droneNum: z
    .int()
    .min(0)
    .optional()
    .describe('Number from the preview; the merge is refused if it has changed since'),
  modelNum: z.int().min(0).optional(),
})

export const droneMergeRoutes = {
  previewManufacturerMerge: route('GET', `${base}/mergeManufacturer`, {
    summary: 'Preview the effect of merging two manufacturers',
    policy: { screens, right },
    query: z.object({ fromZzAccountId: id('account'), zzAccountId: id('account') }),
    out: z.object({
      droneNum: z.int(),
      modelNum: z.int(),
      sameModels: z
        .array(z.string())
        .describe('Model names of both manufacturers; models with the same name are merged'),
    }),
    errors: ['not_found', 'forbidden'],
  }),
  mergeManufacturer: route('PUT', `${base}/mergeManufacturer`, {
    policy: { screens, right },
    summary:
      'Move all drones and models of one manufacturer to another; past work stays with the former one',
    body: ManufacturerMerge,
    out: z.object({ droneNum: z.int(), modelNum: z.int() }),
    errors: ['not_found', 'forbidden', 'conflict'],
  }),
}
