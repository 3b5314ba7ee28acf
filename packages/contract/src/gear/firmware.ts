// Builds of firmware: they come in, are wrapped into a signed container, and go out to drones.
import { z } from 'zod'
import { buildBytes, firmwareStates, firmwareTypes } from '@swath/domain/firmware-container'
import { RowVersion, SearchText, SeenVersion, Time, filter } from '../fields.ts'
import { firmwareCheckRoutes, firmwarePiece, pieceQuery, wholeFirmware } from './firmware-checks.ts'
import { firmwareKeyRoutes } from './firmware-keys.ts'
import { firmwareRolloutRoutes } from './firmware-rollouts.ts'
import { id, notARow } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { declareList } from '../list.ts'
import { fileOf, pageOf } from '../list-calls.ts'

const route = routeWithTag('Firmware')
const screens = ['firmware-list'] as const
const policy = { screens } as const
const right = 'equipment.manage'
const base = '/api/firmware/manage'
const params = z.object({ firmwareId: id('firmware') })

export const FirmwareVersion = z.string().regex(/^[0-9A-Za-z][0-9A-Za-z._+-]{0,31}$/)

/** Metadata of a build; the file follows in chunks. */
export const FirmwareInput = z.object({
  filename: z.string().trim().min(1).max(200),
  bytes: z.int().min(1).max(buildBytes),
  firmwareType: z.enum(firmwareTypes),
  firmwareVersion: FirmwareVersion.describe('As drones say it: letters, digits, . _ + -'),
  flyModelId: id('droneModel').nullable().default(null).describe('null: for all models'),
  rcid: notARow(
    'Remote controllers are no rows of the service',
    z
      .string()
      .trim()
      .regex(/^[0-9A-Za-z_-]*(,[0-9A-Za-z_-]+)*$/)
      .max(64)
      .default(''),
  ).describe('Remote controllers for which it is meant, with commas between; empty: all'),
  note: z.string().trim().max(500).default('').describe('What is new in it'),
})

/**
 * The body of the call; in a form that contains the file, its length is known. Without file and
 * length: the file of this name was uploaded before, and this sets its properties.
 */
const NewFirmware = FirmwareInput.extend({
  bytes: FirmwareInput.shape.bytes
    .optional()
    .describe(
      'Needed where the file comes in pieces. Absent, and no file in a form: filename names one that the account uploaded before',
    ),
  firmwareType: FirmwareInput.shape.firmwareType.optional().describe('Absent: other'),
  firmwareVersion: FirmwareInput.shape.firmwareVersion
    .optional()
    .describe('Absent: what the file name says, else the time of the upload'),
  flyModelId: FirmwareInput.shape.flyModelId.unwrap().optional().describe('null: for all models'),
  rcid: FirmwareInput.shape.rcid.unwrap().optional(),
  note: FirmwareInput.shape.note.unwrap().optional(),
})

export const Firmware = z
  .object({
    firmwareId: id('firmware'),
    filename: z.string(),
    firmwareType: z.enum(firmwareTypes),
    firmwareVersion: z.string(),
    flyModelId: id('droneModel').nullable(),
    modelName: z.string().nullable(),
    rcid: notARow('Remote controllers are no rows of the service', z.string()),
    note: z.string(),
    bytes: z.int(),
    receivedBytes: z.int().describe('Go on sending from here'),
    pieceBytes: z.int(),
    sha256: z.string().nullable().describe('Of the build, hexadecimal'),
    state: z.enum(firmwareStates),
    containerBytes: z.int().nullable(),
    privkey: z.string().nullable().describe('Fingerprint of the key that it is signed with'),
    signedAt: Time.nullable(),
    signedByName: z.string().nullable(),
    droneNum: z.int().describe('Drones that it was put on by roll-outs'),
    accountId: id('account'),
    accountName: z.string(),
    createdByName: z.string(),
    createdAt: Time,
    version: RowVersion,
    can: z.object({
      append: z.boolean(),
      encrypt: z.boolean(),
      sign: z.boolean(),
      download: z.boolean(),
      verify: z.boolean(),
      rollOut: z.boolean(),
      delete: z.boolean(),
    }),
  })
  .meta({ id: 'Firmware' })
export type Firmware = z.infer<typeof Firmware>

export const firmwareList = declareList({
  name: 'firmware',
  call: 'listFirmware',
  fileCall: 'exportFirmware',
  row: Firmware,
  rowKey: 'firmwareId',
  paging: 'currentPage',
  sortName: 'sortParam',
  defaultSort: '-createdAt',
  filters: {
    filename: SearchText,
    firmwareVersion: SearchText,
    modelName: SearchText,
    rcid: notARow('A part of it is looked for', SearchText),
    firmwareType: filter(z.enum(firmwareTypes)),
    state: filter(z.enum(firmwareStates)),
    accountName: SearchText,
  },
  columns: {
    firmwareVersion: { label: 'firmware:firmwareVersion', sort: true, phone: 'title' },
    filename: { label: 'firmware:filename', sort: true, phone: 'figure' },
    firmwareType: {
      label: 'terms:type',
      kind: 'code',
      labels: {
        flight_controller: 'firmware:typeFlightController',
        remote_controller: 'firmware:typeRemoteController',
        radio: 'firmware:typeRadio',
        rtk: 'firmware:typeRtk',
        sprayer: 'firmware:typeSprayer',
        battery: 'firmware:typeBattery',
        other: 'terms:other',
      },
      phone: 'figure',
    },
    modelName: { label: 'terms:model' },
    rcid: { label: 'firmware:rcid' },
    state: {
      label: 'terms:state',
      kind: 'code',
      labels: {
        uploading: 'firmware:stateUploading',
        uploaded: 'firmware:stateUploaded',
        encrypting: 'firmware:stateEncrypting',
        encrypted: 'firmware:stateEncrypted',
        signed: 'firmware:stateSigned',
      },
      phone: 'state',
    },
    privkey: { label: 'firmware:signedWith' },
    bytes: { label: 'terms:size', kind: 'bytes', sort: true },
    sha256: { label: 'firmware:sha256', only: 'file' },
    droneNum: { label: 'terms:drones', kind: 'count', sort: true, phone: 'figure' },
    accountName: { label: 'terms:manufacturer' },
    createdByName: { label: 'firmware:uploadedBy' },
    createdAt: { label: 'firmware:uploadedAt', kind: 'time', sort: true },
    note: { label: 'firmware:note' },
  },
})

const change = z.object({
  firmwareId: id('firmware').optional(),
  filename: z
    .string()
    .trim()
    .max(200)
    .optional()
    .describe('In place of firmwareId: the newest build of this name'),
  firmwareType: z
    .enum(firmwareTypes)
    .optional()
    .describe('With filename: the newest one of this type'),
  rcid: FirmwareInput.shape.rcid
    .unwrap()
    .optional()
    .describe('With filename: the newest one for these remote controllers'),
  version: SeenVersion,
})
const namesBuild = (asked: { firmwareId?: string | undefined; filename?: string | undefined }) =>
  asked.firmwareId !== undefined || asked.filename !== undefined
const buildMissing = { path: ['firmwareId'], message: 'required' }

export const firmwareRoutes = {
  listFirmware: route('GET', `${base}/getFirmwareList`, {
    policy,
    summary: 'Builds of the own account and those below it',
    ...pageOf(firmwareList, {
      stats: z.object({
        total: z.int(),
        signed: z.int(),
        bytes: z.number().describe('Of all builds'),
        rolloutNum: z.int().describe('Roll-outs that are under way'),
      }),
      can: z.object({ upload: z.boolean() }),
      hasKey: z.boolean().describe('The own account has keys to sign with'),
    }),
  }),
  exportFirmware: route('GET', `${base}/export`, {
    policy,
    summary: 'The filtered builds as CSV or XLSX',
    ...fileOf(firmwareList),
  }),
  getFirmware: route('GET', `${base}/{firmwareId}`, {
    policy,
    params,
    summary: 'One build',
    out: Firmware,
    errors: ['not_found'],
  }),
  createFirmware: route('POST', base, {
    policy: { screens, right },
    summary:
      'Upload a build of up to 32 MiB as a form; or say of a larger one what it is, and send it in pieces; or say what a file is that was uploaded before',
    body: NewFirmware,
    file: wholeFirmware,
    out: Firmware,
    errors: [
      'forbidden',
      'not_found',
      'firmware_exists',
      'firmware_wrapped',
      'firmware_store_full',
      'one_file',
      'payload_too_large',
    ],
  }),
  appendFirmware: route('PUT', `${base}/{firmwareId}/bytes`, {
    policy: { screens, right },
    params,
    query: pieceQuery,
    file: firmwarePiece,
    summary:
      'The next piece: 4 MiB, the last one shorter. At another offset than receivedBytes nothing is taken; the answer says where to go on',
    out: Firmware,
    errors: ['not_found', 'forbidden', 'one_file', 'payload_too_large', 'firmware_piece_wrong'],
  }),
  encryptFirmware: route('POST', `${base}/encrypt`, {
    policy: { screens, right },
    summary: 'Wrap a build into a container, encrypted chunk by chunk; done by a job',
    body: change.refine(namesBuild, buildMissing),
    out: Firmware,
    errors: [
      'conflict',
      'not_found',
      'forbidden',
      'firmware_not_ready',
      'firmware_key_missing',
      'master_key_missing',
    ],
  }),
  signFirmware: route('POST', `${base}/signature`, {
    policy: { screens, right },
    summary: 'Sign the container of a build with the account’s key',
    body: change
      .extend({
        privkey: z
          .string()
          .trim()
          .max(2000)
          .default('')
          .describe(
            'The private key as PEM, where it is not to be taken from the service; used once, never kept. Empty: the one that is kept here',
          ),
      })
      .refine(namesBuild, buildMissing),
    out: Firmware,
    errors: [
      'conflict',
      'not_found',
      'forbidden',
      'firmware_not_ready',
      'firmware_wrong_key',
      'master_key_missing',
    ],
  }),
  downloadFirmware: route('GET', `${base}/{firmwareId}/container`, {
    policy,
    params,
    raw: 'application/octet-stream',
    summary: 'The signed container, as drones get it',
    errors: ['not_found', 'firmware_not_ready'],
  }),
  deleteFirmware: route('DELETE', `${base}/{firmwareId}`, {
    policy: { screens, right },
    params,
    summary: 'Delete a build that no roll-out names',
    errors: ['not_found', 'forbidden', 'firmware_in_rollout'],
  }),
  fetchDeviceFirmware: route('GET', '/api/device/firmware/{offerId}', {
    policy: 'public',
    params: z.object({
      offerId: notARow('Known to the drone that was offered it, which shows its secret', z.uuid()),
    }),
    query: z.object({
      offset: z
        .string()
        .regex(/^\d{1,12}$/)
        .default('0')
        .transform(Number)
        .describe('Bytes that the drone has already'),
    }),
    raw: 'application/octet-stream',
    summary:
      'The container that a drone was offered, from an offset on. HTTP Basic: the drone’s id and the secret that it connects with',
    errors: ['device_refused', 'not_found', 'too_many_requests', 'unavailable'],
  }),
  ...firmwareKeyRoutes,
  ...firmwareCheckRoutes,
  ...firmwareRolloutRoutes,
}
