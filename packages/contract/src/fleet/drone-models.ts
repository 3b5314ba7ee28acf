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
  searchIn,
} from '../fields.ts'
import { declareList } from '../list.ts'
import { fileOf, pageOf } from '../list-calls.ts'

const route = routeWithTag('Drone models')
const screens = ['drone-model-list'] as const
const right = 'equipment.manage'
const base = '/api/drone/device/manage'

/** By number of rotor axes. */
export const modelShapes = ['single', 'dual', 'three', 'four', 'six', 'eight', 'other'] as const
export const modelPowers = ['electric', 'oil', 'hybrid'] as const

const modelFields = {
  modelName: z.string().trim().min(1).max(60),
  shape: z.enum(modelShapes),
  power: z.enum(modelPowers),
  tankL: z.number().min(0).max(2000).describe('litres; 0: no tank'),
  sprayWidth: z
    .number()
    .min(0.5)
    .max(50)
    .describe('Swath width, m, of drones without an individual width'),
  pictureUrl: z.string().max(200).nullable().default(null).describe('URL returned by the upload'),
}
export const DroneModelInput = z.object({
  ...modelFields,
  zzAccountId: id('account')
    .nullable()
    .default(null)
    .describe('Manufacturer; null: the caller’s account. Cannot be changed later'),
})
/**
 * The body of the call: the name under either key, and defaults for absent values that suit most
 * drones.
 */
const NewDroneModel = z
  .object({
    ...DroneModelInput.shape,
    modelName: modelFields.modelName.optional(),
    name: modelFields.modelName.optional().describe('Alias of modelName'),
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
    name: modelFields.modelName.optional().describe('Alias of modelName'),
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

const number = notARow('A limit of a range; no drone needs to have this number', SerialNumber)
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
    droneNum: z.int().describe('Number of drones of the model visible to the caller'),
    workArea: Mu,
    sortieCount: z.int(),
    idRanges: z
      .array(
        z.object({
          rangeId: id('modelRange'),
          ...numbers,
          droneNum: z.int().describe('Number of registered drones in the range, of any model'),
        }),
      )
      .describe('Serial number ranges of the model; empty for callers who do not manage it'),
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
    search: searchIn('modelName', 'zzAccountName'),
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
      'List models with sums over the filtered ones: a manufacturer sees its models, others those of the drones visible to them',
    ...pageOf(droneModelList, {
      stats: z.object({
        modelNum: z.int(),
        zzNum: z.int().describe('Number of manufacturers'),
        droneNum: z.int(),
        workArea: Mu,
      }),
    }),
  }),
  getDroneModel: route('GET', `${base}/flyModel/detail/{modelId}`, {
    summary: 'Get one model',
    policy: { screens },
    params: z.object({ modelId: id('droneModel') }),
    out: DroneModel,
    errors: ['not_found'],
  }),
  exportDroneModels: route('GET', `${base}/flyModel/export`, {
    summary: 'Export the filtered models as CSV or XLSX',
    policy: { screens },
    ...fileOf(droneModelList, { areaUnit: AreaUnit.default('mu') }),
  }),
  addDroneModel: route('POST', `${base}/flyModel/add`, {
    summary: 'Create a model',
    policy: { screens, right },
    body: NewDroneModel,
    out: DroneModel,
    errors: ['not_found', 'forbidden', 'model_name_taken'],
  }),
  updateDroneModel: route('PUT', `${base}/flyModel/update`, {
    summary: 'Change a model; it sets the width of drones without an individual width',
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
      'Merge a model into another of the same manufacturer: its drones and number ranges move, and it is deleted',
    body: z.object({
      flyModelId: id('droneModel').describe('Model that is deleted'),
      targetModelId: id('droneModel').describe('Model that is kept; must be a different one'),
    }),
    out: z.object({ model: DroneModel, movedDrones: z.int(), movedRanges: z.int() }),
    errors: ['not_found', 'forbidden', 'conflict', 'models_of_two_makers'],
  }),
  addModelIdRange: route('POST', `${base}/flyModel/addIdRange`, {
    policy: { screens, right },
    summary:
      'Add a serial number range to a model; new drones within it get the model. A number is in the range if it has the length of both ends and is between them in ASCII order',
    body: IdRangeInput,
    out: DroneModel,
    errors: ['not_found', 'forbidden', 'range_taken', 'range_holds_others'],
  }),
  deleteModelIdRange: route('DELETE', `${base}/flyModel/{modelId}/idRange/{rangeId}`, {
    summary: 'Remove a serial number range; drones keep their model',
    policy: { screens, right },
    params: z.object({ modelId: id('droneModel'), rangeId: id('modelRange') }),
    out: DroneModel,
    errors: ['not_found', 'forbidden'],
  }),
  findModelOfNumber: route('GET', `${base}/flyModel/byDroneId`, {
    policy: { screens: [...screens, 'drone-list'] },
    summary: 'Get the model whose range contains a serial number, or null',
    query: z.object({ droneId: DroneId }),
    out: z.object({
      model: z
        .object({ flyModelId: id('droneModel'), modelName: z.string(), zzAccountName: z.string() })
        .nullable(),
    }),
  }),
  listModelMakers: route('GET', `${base}/flyModel/makers`, {
    summary: 'List manufacturers for which the caller may add models',
    policy: { screens, right },
    out: z.object({
      items: z.array(z.object({ accountId: id('account'), accountName: z.string() })),
    }),
  }),
}
