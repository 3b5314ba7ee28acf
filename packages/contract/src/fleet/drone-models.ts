import { z } from 'zod'
import { id, notARow } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import {
  AreaUnit,
  DroneId,
  Mu,
  RowVersion,
  SearchText,
  SeenVersion,
  SerialNumber,
  Time,
  filter,
} from '../fields.ts'
import { declareList } from '../list.ts'
import { fileOf, pageOf } from '../list-calls.ts'

const route = routeWithTag('Drone models')
const screens = ['drone-model-list'] as const
const right = 'equipment.manage'
const base = '/api/drone/device/manage'

/** By the number of rotor axes. */
export const modelShapes = ['single', 'dual', 'three', 'four', 'six', 'eight', 'other'] as const
export const modelPowers = ['electric', 'oil', 'hybrid'] as const

const modelFields = {
  modelName: z.string().trim().min(1).max(60),
  shape: z.enum(modelShapes),
  power: z.enum(modelPowers),
  tankL: z.number().min(0).max(2000).describe('litres; 0: carries no tank'),
  sprayWidth: z
    .number()
    .min(0.5)
    .max(50)
    .describe('m of swath of drones that have no width of their own'),
  pictureUrl: z.string().max(200).nullable().default(null).describe('As the upload answered'),
}
export const DroneModelInput = z.object({
  ...modelFields,
  zzAccountId: id('account')
    .nullable()
    .default(null)
    .describe('Manufacturer; null: the own account. Cannot be changed later'),
})
/**
 * The body of the call: the name in either spelling, and defaults for most machines where a value
 * is absent.
 */
const NewDroneModel = z
  .object({
    ...DroneModelInput.shape,
    modelName: modelFields.modelName.optional(),
    name: modelFields.modelName.optional().describe('The same as modelName'),
    tankL: modelFields.tankL.default(0),
    sprayWidth: modelFields.sprayWidth.default(5),
  })
  .transform(({ name, modelName, ...model }) => ({ ...model, modelName: modelName ?? name ?? '' }))
  .refine(({ modelName }) => modelName !== '', { path: ['modelName'], message: 'required' })
/** Absent fields do not change. */
const ChangedDroneModel = z
  .object({
    flyModelId: id('droneModel'),
    modelName: modelFields.modelName.optional(),
    name: modelFields.modelName.optional().describe('The same as modelName'),
    shape: modelFields.shape.optional(),
    power: modelFields.power.optional(),
    tankL: modelFields.tankL.optional(),
    sprayWidth: modelFields.sprayWidth.optional(),
    pictureUrl: modelFields.pictureUrl.unwrap().optional(),
    version: SeenVersion,
  })
  .transform(({ name, modelName, ...model }) => ({ ...model, modelName: modelName ?? name }))
export const DroneModelChange = z.object({
  flyModelId: id('droneModel'),
  ...modelFields,
  version: SeenVersion,
})

const number = notARow('An end of a range, whether a drone has it or not', SerialNumber)
const numbers = { firstId: number, lastId: number }
const idRangeRule = ({ firstId, lastId }: { firstId: string; lastId: string }): boolean =>
  firstId.length === lastId.length && firstId <= lastId
export const IdRangeInput = z
  .object({ flyModelId: id('droneModel'), ...numbers })
  .refine((range) => range.firstId.length === range.lastId.length, {
    path: ['lastId'],
    message: 'rangeLength',
  })
  .refine((range) => range.firstId.length !== range.lastId.length || idRangeRule(range), {
    path: ['lastId'],
    message: 'rangeOrder',
  })

export const DroneModel = z
  .object({
    flyModelId: id('droneModel'),
    ...modelFields,
    pictureUrl: z.string().nullable(),
    zzAccountId: id('account'),
    zzAccountName: z.string().describe('Manufacturer'),
    droneNum: z.int().describe('Drones of it that exist for the caller'),
    workArea: Mu,
    sortieCount: z.int(),
    idRanges: z
      .array(
        z.object({
          rangeId: id('modelRange'),
          ...numbers,
          droneNum: z.int().describe('Drones of the range that are registered, of whatever model'),
        }),
      )
      .describe('Serial numbers that belong to it; empty for who does not manage it'),
    createdAt: Time,
    updatedAt: Time,
    version: RowVersion,
    can: z.object({ update: z.boolean(), delete: z.boolean(), merge: z.boolean() }),
  })
  .meta({ id: 'DroneModel' })
export type DroneModel = z.infer<typeof DroneModel>

export const droneModelList = declareList({
  name: 'drone-models',
  call: 'listDroneModels',
  fileCall: 'exportDroneModels',
  row: DroneModel,
  rowKey: 'flyModelId',
  paging: 'currentPage',
  sortName: 'sortParam',
  defaultSort: 'modelName',
  filters: {
    modelName: SearchText,
    zzAccountName: SearchText,
    zzAccountId: filter(id('account')),
    shape: filter(z.enum(modelShapes)),
    power: filter(z.enum(modelPowers)),
  },
  columns: {
    modelName: { label: 'terms:model', sort: true, phone: 'title' },
    zzAccountName: { label: 'terms:manufacturer', sort: true, phone: 'figure' },
    shape: {
      label: 'drone-models:shape',
      kind: 'code',
      labels: {
        single: 'terms:singleAxisHelicopter',
        dual: 'drone-models:shapeDual',
        three: 'drone-models:shapeThree',
        four: 'drone-models:shapeFour',
        six: 'drone-models:shapeSix',
        eight: 'drone-models:shapeEight',
        other: 'terms:other',
      },
    },
    power: {
      label: 'drone-models:power',
      kind: 'code',
      labels: {
        electric: 'drone-models:powerElectric',
        oil: 'drone-models:powerOil',
        hybrid: 'drone-models:powerHybrid',
      },
    },
    tankL: {
      label: 'terms:tank',
      kind: 'number',
      unit: 'L',
      decimals: 1,
      sort: true,
      phone: 'state',
    },
    sprayWidth: { label: 'terms:swathWidth', kind: 'number', unit: 'm', decimals: 1, sort: true },
    droneNum: { label: 'drone-models:droneNum', kind: 'count', sort: true, phone: 'figure' },
    sortieCount: { label: 'terms:sorties', kind: 'count' },
    workArea: { label: 'drone-models:workArea', kind: 'area', sort: true, phone: 'figure' },
    idRanges: { label: 'drone-models:ranges', kind: 'own' },
    createdAt: { label: 'drone-models:createdAt', kind: 'time', sort: true },
    updatedAt: { label: 'drone-models:updatedAt', kind: 'time' },
  },
})

export const droneModelRoutes = {
  listDroneModels: route('GET', `${base}/flyModelList`, {
    policy: { screens: [...screens, 'drone-list', 'monitor'] },
    summary:
      'Models: a maker’s own, others those of the drones that exist for them; with sums over the filtered ones',
    ...pageOf(droneModelList, {
      stats: z.object({
        modelNum: z.int(),
        zzNum: z.int().describe('Manufacturers'),
        droneNum: z.int(),
        workArea: Mu,
      }),
    }),
  }),
  getDroneModel: route('GET', `${base}/flyModel/detail/{modelId}`, {
    summary: 'One model',
    policy: { screens },
    params: z.object({ modelId: id('droneModel') }),
    out: DroneModel,
    errors: ['not_found'],
  }),
  exportDroneModels: route('GET', `${base}/flyModel/export`, {
    summary: 'The filtered models as CSV or XLSX',
    policy: { screens },
    ...fileOf(droneModelList, { areaUnit: AreaUnit.default('mu') }),
  }),
  addDroneModel: route('POST', `${base}/flyModel/add`, {
    summary: 'A new model',
    policy: { screens, right },
    body: NewDroneModel,
    out: DroneModel,
    errors: ['not_found', 'forbidden', 'model_name_taken'],
  }),
  updateDroneModel: route('PUT', `${base}/flyModel/update`, {
    summary: 'Change a model; drones without a width of their own follow it',
    policy: { screens, right },
    body: ChangedDroneModel,
    out: DroneModel,
    errors: ['conflict', 'not_found', 'forbidden', 'model_name_taken'],
  }),
  deleteDroneModel: route('DELETE', `${base}/flyModel/delete/{modelId}`, {
    summary: 'Delete a model that no drone has',
    policy: { screens, right },
    params: z.object({ modelId: id('droneModel') }),
    errors: ['not_found', 'forbidden', 'in_use'],
  }),
  mergeDroneModels: route('PUT', `${base}/flyModel/merge`, {
    policy: { screens, right },
    summary:
      'One model becomes another of the same maker: its drones and number ranges go over, and it is gone',
    body: z.object({
      flyModelId: id('droneModel').describe('Goes'),
      targetModelId: id('droneModel').describe('Stays; another one'),
    }),
    out: z.object({ model: DroneModel, movedDrones: z.int(), movedRanges: z.int() }),
    errors: ['not_found', 'forbidden', 'conflict', 'models_of_two_makers'],
  }),
  addModelIdRange: route('POST', `${base}/flyModel/addIdRange`, {
    policy: { screens, right },
    summary:
      'Serial numbers of a model: new drones within them get it. Numbers as long as both ends and between them, in the order of ASCII',
    body: IdRangeInput,
    out: DroneModel,
    errors: ['not_found', 'forbidden', 'range_taken', 'range_holds_others'],
  }),
  deleteModelIdRange: route('DELETE', `${base}/flyModel/{modelId}/idRange/{rangeId}`, {
    summary: 'Take a range away; drones keep their model',
    policy: { screens, right },
    params: z.object({ modelId: id('droneModel'), rangeId: id('modelRange') }),
    out: DroneModel,
    errors: ['not_found', 'forbidden'],
  }),
  findModelOfNumber: route('GET', `${base}/flyModel/byDroneId`, {
    policy: { screens: [...screens, 'drone-list'] },
    summary: 'The model to whose range a serial number belongs, or null',
    query: z.object({ droneId: DroneId }),
    out: z.object({
      model: z
        .object({ flyModelId: id('droneModel'), modelName: z.string(), zzAccountName: z.string() })
        .nullable(),
    }),
  }),
  listModelMakers: route('GET', `${base}/flyModel/makers`, {
    summary: 'Manufacturers for whom the caller may add models',
    policy: { screens, right },
    out: z.object({
      items: z.array(z.object({ accountId: id('account'), accountName: z.string() })),
    }),
  }),
}
