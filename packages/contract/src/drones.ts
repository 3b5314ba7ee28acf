import { z } from 'zod'
import { id, joinedIds, notARow } from './ids.ts'
import { route } from './kit.ts'
import { ActivationCode, FlightState } from './codes.ts'
import {
  AreaUnit,
  DroneId,
  IndexPage,
  Latitude,
  Longitude,
  Mu,
  Page,
  PartOfDroneId,
  RegionCode,
  RegionPath,
  SearchText,
  TableFormat,
  Time,
  filter,
  indexPaged,
  paged,
  sorting,
} from './fields.ts'

const tag = 'Drones'
const screens = ['drone-list'] as const
const right = 'equipment.manage'
const base = '/api/drone/device/manage'
const changeErrors = ['not_found', 'forbidden', 'conflict'] as const

export const DroneRow = z
  .object({
    droneId: DroneId,
    droneName: z.string(),
    flyModelId: id('droneModel'),
    modelName: z.string(),
    zzAccountId: id('account'),
    zzAccountName: z.string().describe('Manufacturer'),
    yyAccountId: id('account').nullable(),
    yyAccountName: z.string().nullable().describe('Operator, the owner'),
    tenantAccountName: z.string().nullable(),
    regMark: z.string().nullable(),
    rackNo: z.string().nullable(),
    zzDroneNum: z.string().nullable(),
    buyer: z.string().nullable(),
    deviceType: z.enum(['sprayer', 'spreader', 'mapper']),
    saleType: z.literal([1, 2, 3]),
    rentalModel: z.literal([1, 2, 3, 5]).nullable(),
    sprayWidth: z.number().describe('m'),
    activation: ActivationCode,
    locked: z.boolean(),
    flight: FlightState,
    simulated: z.boolean().describe('Nothing flies: somebody practises with it'),
    lastMessageAt: Time.nullable(),
    regionCode: RegionCode,
    region: RegionPath,
    sortieCount: z.int(),
    workArea: Mu,
    flightTimeS: z.number(),
    sprayL: z.number(),
    lastSortieAt: Time.nullable(),
    version: z.int().describe('One more with each change in the register'),
    can: z.object({
      issueCredential: z.boolean(),
      command: z.boolean(),
      lock: z.boolean(),
      update: z.boolean().describe('Its entry in the register, its owner, its papers'),
      make: z.boolean().describe('What its maker says of it: model, number, whether it is set up'),
    }),
  })
  .meta({ id: 'Drone' })
export type DroneRow = z.infer<typeof DroneRow>

export const DroneDetail = DroneRow.extend({
  firmware: z.string().nullable(),
  createdAt: Time,
  model: z.object({
    shape: z.enum(['single', 'dual', 'three', 'four', 'six', 'eight', 'other']),
    power: z.enum(['electric', 'oil', 'hybrid']),
    tankL: z.number(),
    pictureUrl: z.string().nullable(),
  }),
  releasedAt: Time.nullable().describe('From debugging to unactivated'),
  releasedBy: z.string().nullable(),
  activatedAt: Time.nullable().describe(
    'Its first connection; null as well where that was never noted',
  ),
  state: z
    .object({
      recordTime: Time.nullable(),
      lng: Longitude.nullable(),
      lat: Latitude.nullable(),
      height: z.number().nullable().describe('m above ground'),
      speed: z.number().nullable().describe('m/s'),
      heading: z.number().nullable().describe('degrees'),
      tankL: z.number().nullable(),
      battery: z.number().nullable().describe('%'),
      link: z.number().nullable().describe('%'),
      region: RegionPath,
    })
    .nullable()
    .describe('As it was last heard; null: never'),
  sweptArea: Mu.describe('Distance by width, what was sprayed twice counted twice'),
  alarmCount: z.int().describe('Anomalies of its flights that exist for the caller'),
  lastSortieId: id('sortie').nullable().describe('Of the flights that exist for the caller'),
  owners: z
    .array(
      z.object({
        yyAccountName: z.string().nullable().describe('null: at the maker’s'),
        zzAccountName: z.string(),
        startTime: Time,
        endTime: Time.nullable().describe('null: now'),
        changedBy: z.string().nullable().describe('Who gave it away'),
      }),
    )
    .nullable()
    .describe('Newest first; null: the caller may not see them'),
  credentials: z
    .array(
      z.object({
        id: notARow('No call takes it', z.uuid()),
        createdAt: Time,
        expiresAt: Time.nullable(),
        lastUsedAt: Time.nullable(),
      }),
    )
    .nullable()
    .describe('null: the caller may not see them'),
  quarantine: z
    .array(z.object({ reason: z.string(), count: z.int(), lastAt: Time }))
    .describe('Points kept aside, by reason'),
}).meta({ id: 'DroneDetail' })
export type DroneDetail = z.infer<typeof DroneDetail>

export const NewCredential = z
  .object({
    username: z.string().describe('The drone’s id'),
    password: z.string().describe('Shown once; 32 random bytes'),
    mqttHost: z.string(),
    mqttPort: z.int(),
    previousValidUntil: Time.nullable().describe('The older credential works until then'),
  })
  .meta({ id: 'NewCredential' })
export type NewCredential = z.infer<typeof NewCredential>

export const DroneInput = z.object({
  droneId: DroneId,
  droneName: z.string().trim().min(1).max(60),
  flyModelId: id('droneModel')
    .nullable()
    .default(null)
    .describe('null: the one to whose number range the serial number belongs'),
  yyAccountId: id('account')
    .nullable()
    .default(null)
    .describe('Operator; null: still at the maker’s'),
})

export const saleTypes = ['1', '2', '3'] as const
export const deviceTypes = ['sprayer', 'spreader', 'mapper'] as const

const version = z
  .int()
  .optional()
  .describe('As it was read: the change is refused where somebody else changed the drone since')
const note = (length: number) =>
  z
    .string()
    .trim()
    .max(length)
    .transform((text) => text || null)
    .nullable()
    .default(null)

export const DroneChange = z.object({
  droneId: DroneId,
  flyModelId: id('droneModel').describe('Another one only by its maker, and of the same maker'),
  droneName: z.string().trim().min(1).max(60),
  regMark: note(40).describe('Registration mark'),
  rackNo: note(40).describe('Frame number'),
  buyer: note(80),
  version,
})
export type DroneChange = z.infer<typeof DroneChange>

export const OwnerChange = z.object({
  droneId: DroneId,
  yyAccountId: id('account').nullable().describe('The new owner; null: back to the maker'),
  version,
})
export const SaleTypeChange = z.object({ saleType: z.literal([1, 2, 3]), version })
export const MakerNumberChange = z.object({ zzDroneNum: note(60), version })
export const DeviceTypeChange = z.object({
  deviceType: z.enum(deviceTypes),
  sprayWidth: z.number().min(0.5).max(50).describe('m'),
  version,
})
export const RentalChange = z.object({
  droneId: DroneId,
  rentalModel: z
    .literal([1, 2, 3, 5])
    .nullable()
    .describe('1 per mu, 2 per time, 3 all, 5 shared; null: not for rent'),
  version,
})
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

/** Of a file that is imported. */
export const importRowsAtMost = 10_000
export const importColumns = [
  'droneId',
  'droneName',
  'modelName',
  'zzAccountName',
  'yyAccountName',
  'zzDroneNum',
  'regMark',
  'rackNo',
  'buyer',
  'deviceType',
  'saleType',
  'sprayWidth',
] as const
export type ImportColumn = (typeof importColumns)[number]
const importFile = {
  field: 'file',
  bytes: 8 * 1024 * 1024,
  types: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  tooLarge: 'payload_too_large',
} as const

export const DroneImport = z
  .object({
    rows: z.int().describe('Below the head'),
    good: z.int(),
    columns: z.array(z.enum(importColumns)).describe('Those that were found'),
    unknown: z.array(z.string()).describe('Heads that say nothing to the register'),
    shown: z
      .array(
        z.object({
          line: z.int(),
          cells: z.partialRecord(z.enum(importColumns), z.string()),
          wrong: z.array(
            z.object({ column: z.enum(importColumns).nullable(), message: z.string() }),
          ),
        }),
      )
      .describe('The first rows, and all with mistakes; 500 at most'),
    digest: z
      .string()
      .describe('Of the file: goes with the import, so that what was looked at is imported'),
  })
  .meta({ id: 'DroneImport' })
export type DroneImport = z.infer<typeof DroneImport>

/** A paper of a drone, or a picture taken on a flight. */
export const DroneFile = z
  .object({
    fileId: id('droneFile'),
    droneId: DroneId,
    sortieId: id('sortie').nullable(),
    fileName: z.string(),
    mediaType: z.enum(['application/pdf', 'image/jpeg', 'image/png']),
    bytes: z.int(),
    url: z.string(),
    userName: z.string(),
    createTime: Time,
    can: z.object({ delete: z.boolean() }),
  })
  .meta({ id: 'DroneFile' })
export type DroneFile = z.infer<typeof DroneFile>
const paper = {
  field: 'file',
  bytes: 10 * 1024 * 1024,
  types: ['application/pdf', 'image/jpeg', 'image/png'],
  tooLarge: 'payload_too_large',
} as const

const filters = {
  droneId: PartOfDroneId,
  droneName: SearchText,
  modelName: SearchText,
  zzAccountName: SearchText,
  yyAccountName: SearchText,
  oprName: SearchText.describe('Part of the name of a pilot who flew it'),
  regFlag: filter(z.enum(['0', '1', '2'])).describe('Activation status'),
  deviceType: filter(z.enum(['sprayer', 'spreader', 'mapper'])),
  saleType: filter(z.enum(['1', '2', '3'])),
  flight: filter(FlightState),
  sortParam: sorting([
    'droneId',
    'droneName',
    'modelName',
    'workArea',
    'sortieCount',
    'lastSortieAt',
    'lastMessageAt',
  ]),
}

export const droneRoutes = {
  listDrones: route({
    method: 'GET',
    path: `${base}/getDroneList`,
    tag,
    summary: 'Drones that exist for the caller, with sums over the filtered ones',
    policy: { screens },
    query: Page.extend(filters),
    out: paged(DroneRow).extend({
      stats: z.object({
        total: z.int(),
        workArea: Mu,
        zzNum: z.int().describe('Manufacturers'),
        sortieCount: z.int(),
        modelNum: z.int(),
      }),
    }),
  }),
  exportDrones: route({
    method: 'GET',
    path: `${base}/exportDroneList`,
    tag,
    summary: 'The filtered drones as CSV or XLSX, streamed',
    policy: { screens },
    raw: 'text/csv',
    query: z.object({
      ...filters,
      areaUnit: AreaUnit.default('mu'),
      format: TableFormat,
      chosen: filter(joinedIds('drone')).describe(
        'Serial numbers, comma-joined: of the filtered only these',
      ),
    }),
  }),
  getDrone: route({
    method: 'GET',
    path: `${base}/getDroneDetail`,
    tag,
    summary: 'One drone',
    policy: { screens },
    query: z.object({ droneId: DroneId }),
    out: DroneDetail,
    errors: ['not_found'],
  }),
  addDrone: route({
    method: 'POST',
    path: `${base}/addDrone`,
    tag,
    summary: 'Register a drone',
    policy: { screens, right: 'equipment.manage' },
    body: DroneInput,
    out: DroneRow,
    errors: ['drone_exists', 'not_found', 'forbidden', 'conflict', 'number_of_a_model'],
  }),
  issueCredential: route({
    method: 'POST',
    path: `${base}/{droneId}/credential`,
    tag,
    policy: { screens, right: 'equipment.manage' },
    summary:
      'Issue or rotate the credentials that a drone connects with; an older one works for 24 hours more',
    params: z.object({ droneId: DroneId }),
    out: NewCredential,
    errors: ['not_found', 'forbidden'],
  }),
  updateDrone: route({
    method: 'PUT',
    path: `${base}/updateDrone`,
    tag,
    summary: 'Change a drone’s entry in the register',
    policy: { screens, right },
    body: DroneChange,
    out: DroneRow,
    errors: ['not_found', 'forbidden', 'conflict', 'number_of_a_model'],
  }),
  setSaleType: route({
    method: 'PUT',
    path: `${base}/{droneId}/saleType`,
    tag,
    summary: 'Say whether a drone is sold, leased out or for demonstration',
    policy: { screens, right },
    params: z.object({ droneId: DroneId }),
    body: SaleTypeChange,
    out: DroneRow,
    errors: changeErrors,
  }),
  setMakerNumber: route({
    method: 'PUT',
    path: `${base}/{droneId}/zzDroneNum`,
    tag,
    summary: 'Change the maker’s own number of a drone',
    policy: { screens, right },
    params: z.object({ droneId: DroneId }),
    body: MakerNumberChange,
    out: DroneRow,
    errors: changeErrors,
  }),
  setDeviceType: route({
    method: 'PUT',
    path: `${base}/{droneId}/deviceType`,
    tag,
    summary: 'Change the kind of a drone and the width of its swath',
    policy: { screens, right },
    params: z.object({ droneId: DroneId }),
    body: DeviceTypeChange,
    out: DroneRow,
    errors: changeErrors,
  }),
  setActivation: route({
    method: 'PUT',
    path: `${base}/{droneId}/activation`,
    tag,
    policy: { screens, right },
    summary:
      'By its maker: back to debugging, or set up and ready for its first connection, which activates it',
    params: z.object({ droneId: DroneId }),
    body: z.object({ activation: z.literal([0, 1]), version }),
    out: DroneRow,
    errors: [...changeErrors, 'drone_activated'],
  }),
  updateRental: route({
    method: 'POST',
    path: `${base}/rental/update`,
    tag,
    summary: 'Change the rental model that a drone stands under',
    policy: { screens, right },
    body: RentalChange,
    out: DroneRow,
    errors: changeErrors,
  }),
  changeOwner: route({
    method: 'POST',
    path: `${base}/changeOwner`,
    tag,
    summary: 'Hand a drone to another owner; what it did stays with the owners of then',
    policy: { screens, right },
    body: OwnerChange,
    out: DroneRow,
    errors: [...changeErrors, 'drone_leased'],
  }),
  getNewOwners: route({
    method: 'GET',
    path: `${base}/{droneId}/newOwners`,
    tag,
    summary: 'Operators that the caller may hand a drone to',
    policy: { screens, right },
    params: z.object({ droneId: DroneId }),
    query: z.object({ accountName: SearchText }),
    out: z.object({
      items: z
        .array(z.object({ accountId: id('account'), accountName: z.string(), region: RegionPath }))
        .describe('500 at most'),
    }),
    errors: ['not_found', 'forbidden'],
  }),
  previewManufacturerMerge: route({
    method: 'GET',
    path: `${base}/mergeManufacturer`,
    tag,
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
  mergeManufacturer: route({
    method: 'PUT',
    path: `${base}/mergeManufacturer`,
    tag,
    policy: { screens, right },
    summary:
      'Drones and models of one manufacturer become another’s; past work stays with the maker of then',
    body: ManufacturerMerge,
    out: z.object({ droneNum: z.int(), modelNum: z.int() }),
    errors: ['not_found', 'forbidden', 'conflict'],
  }),
  getImportTemplate: route({
    method: 'GET',
    path: `${base}/importTemplate`,
    tag,
    summary: 'An empty table for the import, its heads in the language of the request',
    policy: { screens, right },
    raw: 'text/csv',
    query: z.object({ format: TableFormat }),
  }),
  previewDroneImport: route({
    method: 'POST',
    path: `${base}/previewImport`,
    tag,
    summary:
      'Read a CSV or XLSX of drones and say what is wrong in it, row by row; nothing is kept',
    policy: { screens, right },
    file: importFile,
    out: DroneImport,
    errors: [
      'forbidden',
      'one_file',
      'payload_too_large',
      'table_unreadable',
      'table_too_long',
      'table_without_columns',
    ],
  }),
  importDrones: route({
    method: 'POST',
    path: `${base}/import`,
    tag,
    policy: { screens, right },
    file: importFile,
    summary:
      'Register the drones of a file that was looked at before: all rows without mistakes, or none where `onlyWhole` and one has any',
    query: z.object({
      digest: z.string().max(100),
      onlyWhole: z.enum(['true', 'false']).default('true'),
    }),
    out: z.object({ imported: z.int(), left: z.int() }),
    errors: [
      'forbidden',
      'one_file',
      'payload_too_large',
      'table_unreadable',
      'table_too_long',
      'table_without_columns',
      'conflict',
      'import_has_mistakes',
    ],
  }),
  getDroneFiles: route({
    method: 'GET',
    path: '/api/oper/droneFiles/{droneId}',
    tag,
    summary: 'Papers of a drone and pictures of its flights, newest first',
    policy: { screens },
    params: z.object({ droneId: DroneId }),
    query: IndexPage.extend({ sortieId: filter(id('sortie')).describe('Of this flight alone') }),
    out: indexPaged(DroneFile).extend({ can: z.object({ add: z.boolean() }) }),
    errors: ['not_found'],
  }),
  getSortiePictures: route({
    method: 'GET',
    path: '/api/oper/sortie/pictures',
    tag,
    summary: 'Pictures taken on a flight',
    policy: { screens },
    query: z.object({ droneId: filter(DroneId), sortieId: id('sortie') }),
    out: z.object({ items: z.array(DroneFile), can: z.object({ add: z.boolean() }) }),
    errors: ['not_found'],
  }),
  addDroneFile: route({
    method: 'POST',
    path: '/api/oper/droneFiles/{droneId}',
    tag,
    summary: 'Add a paper (PDF, JPEG, PNG), or a picture of a flight',
    policy: { screens, right },
    file: paper,
    params: z.object({ droneId: DroneId }),
    query: z.object({
      fileName: z.string().trim().min(1).max(120),
      sortieId: filter(id('sortie')),
    }),
    out: DroneFile,
    errors: [
      'not_found',
      'forbidden',
      'one_file',
      'payload_too_large',
      'file_unreadable',
      'image_unreadable',
      'image_too_large',
      'too_many_files',
      'too_many_requests',
      'unavailable',
    ],
  }),
  downloadDroneFile: route({
    method: 'GET',
    path: '/api/oper/droneFiles/{droneId}/{fileId}',
    tag,
    summary: 'A paper or picture itself',
    policy: { screens },
    raw: 'application/octet-stream',
    params: z.object({ droneId: DroneId, fileId: id('droneFile') }),
    errors: ['not_found'],
  }),
  deleteDroneFile: route({
    method: 'DELETE',
    path: '/api/oper/droneFiles/{droneId}/{fileId}',
    tag,
    summary: 'Remove a paper or picture',
    policy: { screens, right },
    params: z.object({ droneId: DroneId, fileId: id('droneFile') }),
    errors: ['not_found', 'forbidden'],
  }),
  listManufacturers: route({
    method: 'GET',
    path: '/api/common/manufacturers',
    tag,
    summary: 'Manufacturers of the drones that exist for the caller',
    policy: {},
    out: z.object({
      items: z.array(z.object({ accountId: id('account'), accountName: z.string() })),
    }),
  }),
  listOperators: route({
    method: 'GET',
    path: '/api/common/operators',
    tag,
    summary: 'Operators of the drones that exist for the caller',
    policy: {},
    query: z.object({ accountName: SearchText }),
    out: z.object({
      items: z.array(z.object({ accountId: id('account'), accountName: z.string() })),
    }),
  }),
  listDronesByAccount: route({
    method: 'GET',
    path: '/api/common/drones',
    tag,
    summary:
      'Drones that exist for the caller of one maker, owner or tenant, by name, to choose from',
    policy: {},
    query: z.object({ accountId: id('account'), search: SearchText }),
    out: z.object({
      items: z
        .array(z.object({ droneId: DroneId, droneName: z.string(), modelName: z.string() }))
        .describe('500 at most'),
    }),
  }),
  getRentalModels: route({
    method: 'GET',
    path: '/api/rental/rental/getRentalModelByAccount',
    tag,
    policy: { unchecked: true },
    summary: 'Rental models that the account’s drones stand under',
    out: z.object({ items: z.array(z.literal([1, 2, 3, 5])) }),
  }),
}
