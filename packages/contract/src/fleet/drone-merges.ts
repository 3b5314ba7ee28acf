import { z } from 'zod'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'

const route = routeWithTag('Drones')
const screens = ['drone-list'] as const
const right = 'equipment.manage'
const base = '/api/drone/device/manage'

export const ManufacturerMerge = z.object({
  fromZzAccountId: id('account').describe('Whose drones and models go over'),
  zzAccountId: id('account').describe('Who gets them'),
  droneNum: z
    .int()
    .min(0)
    .optional()
    .describe('As the preview told: refused where it is another by now'),
  modelNum: z.int().min(0).optional(),
})

export const droneMergeRoutes = {
  previewManufacturerMerge: route('GET', `${base}/mergeManufacturer`, {
    summary: 'What a merge would move',
    policy: { screens, right },
    query: z.object({ fromZzAccountId: id('account'), zzAccountId: id('account') }),
    out: z.object({
      droneNum: z.int(),
      modelNum: z.int(),
      sameModels: z.array(z.string()).describe('Names that both have: those become one'),
    }),
    errors: ['not_found', 'forbidden'],
  }),
  mergeManufacturer: route('PUT', `${base}/mergeManufacturer`, {
    policy: { screens, right },
    summary:
      'Drones and models of one manufacturer become another’s; past work stays with the maker of then',
    body: ManufacturerMerge,
    out: z.object({ droneNum: z.int(), modelNum: z.int() }),
    errors: ['not_found', 'forbidden', 'conflict'],
  }),
}
