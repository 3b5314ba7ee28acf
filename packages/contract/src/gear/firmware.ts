// Firmware builds: uploaded, wrapped into a signed container, and sent to drones.
import { z } from 'zod'
import { buildBytes, firmwareStates, firmwareTypes } from '@swath/domain/firmware-container'
import { RowVersion, SearchText, SeenVersion, Time, filter, searchIn } from '../fields.ts'
import { firmwareCheckRoutes, firmwarePiece, pieceQuery, wholeFirmware } from './firmware-checks.ts'
import { firmwareKeyRoutes } from './firmware-keys.ts'
import { firmwareRolloutRoutes } from './firmware-rollouts.ts'
import { id, notARow } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { declareList } from '../list.ts'
import { countEach, fileOf, pageOf } from '../list-calls.ts'

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
  firmwareVersion: FirmwareVersion.describe('As reported by drones: letters, digits, . _ + -'),
  flyModelId: id('droneModel').nullable().default(null).describe('null: for all models'),
  rcid: notARow(
    'Remote controllers are not stored as rows',
    z
      .string()
      .trim()
      .regex(/^[0-9A-Za-z_-]*(,[0-9A-Za-z_-]+)*$/)
      .max(64)
      .default(''),
  ).describe('Remote controllers that the build is for, separated by commas; empty: all'),
  note: z.string().trim().max(500).default('').describe('Release notes'),
})

/**
 * The body of the call; in a form that contains the file, its length is known. Without file and
 * length: the file of this name was uploaded before, and this sets its properties.
 */
const NewFirmware = FirmwareInput.extend({
  bytes: FirmwareInput.shape.bytes
    .optional()
    .describe(
      'Required if the file is uploaded in pieces. If absent and the request contains no file, filename refers to a file that the account uploaded before',
    ),
  firmwareType: FirmwareInput.shape.firmwareType.optional().describe('Absent: other'),
  firmwareVersion: FirmwareInput.shape.firmwareVersion
    .optional()
    .describe('Absent: taken from the file name, or else from the time of the upload'),
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
    rcid: notARow('Remote controllers are not stored as rows', z.string()),
    note: z.string(),
    bytes: z.int(),
    receivedBytes: z.int().describe('Number of bytes received; offset of the next piece'),
    pieceBytes: z.int(),
    sha256: z.string().nullable().describe('SHA-256 of the build, hexadecimal'),
    state: z.enum(firmwareStates),
    containerBytes: z.int().nullable(),
    privkey: z.string().nullable().describe('Fingerprint of the key that signed it'),
    signedAt: Time.nullable(),
    signedByName: z.string().nullable(),
    droneNum: z.int().describe('Number of drones on which roll-outs installed it'),
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
    search: searchIn('filename', 'firmwareVersion', 'modelName', 'rcid', 'accountName'),
    filename: SearchText,
    firmwareVersion: SearchText,
    modelName: SearchText,
    rcid: notARow('A search text: part of an id', SearchText),
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
    .describe('Instead of firmwareId: selects the newest build with this file name'),
  firmwareType: z
    .enum(firmwareTypes)
    .optional()
    .describe('With filename: selects the newest build of this type'),
  rcid: FirmwareInput.shape.rcid
    .unwrap()
    .optional()
    .describe('With filename: selects the newest build for these remote controllers'),
  version: SeenVersion,
})
const namesBuild = (asked: { firmwareId?: string | undefined; filename?: string | undefined }) =>
  asked.firmwareId !== undefined || asked.filename !== undefined
const buildMissing = { path: ['firmwareId'], message: 'required' }

export const firmwareRoutes = {
  listFirmware: route('GET', `${base}/getFirmwareList`, {
    policy,
    summary: 'List the builds of the account and of the accounts below it',
    ...pageOf(firmwareList, {
      stats: z.object({
        states: countEach(firmwareStates).describe('Counts with every filter applied except state'),
        bytes: z.number().describe('Total size of all builds'),
        rolloutNum: z.int().describe('Number of roll-outs in progress'),
      }),
      can: z.object({ upload: z.boolean() }),
      hasKey: z.boolean().describe('Whether the account has keys for signing'),
    }),
  }),
  exportFirmware: route('GET', `${base}/export`, {
    policy,
    summary: 'Export the filtered builds as CSV or XLSX',
    ...fileOf(firmwareList),
  }),
  getFirmware: route('GET', `${base}/{firmwareId}`, {
    policy,
    params,
    summary: 'Get one build',
    out: Firmware,
    errors: ['not_found'],
  }),
  createFirmware: route('POST', base, {
    policy: { screens, right },
    summary:
      'Upload a build of up to 32 MiB as a form; or register a larger one, to be uploaded in pieces; or set the properties of a file that was uploaded before',
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
      'Upload the next piece: 4 MiB, the last one may be shorter. If the offset differs from receivedBytes, nothing is stored and the response contains the expected receivedBytes',
    out: Firmware,
    errors: ['not_found', 'forbidden', 'one_file', 'payload_too_large', 'firmware_piece_wrong'],
  }),
  encryptFirmware: route('POST', `${base}/encrypt`, {
    policy: { screens, right },
    summary: 'Wrap a build into a container, encrypted chunk by chunk, in a background job',
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
            'Private key as PEM, for a key that is not stored by the service; used once and never stored. Empty: the stored key',
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
    summary: 'Download the signed container as sent to drones',
    errors: ['not_found', 'firmware_not_ready'],
  }),
  deleteFirmware: route('DELETE', `${base}/{firmwareId}`, {
    policy: { screens, right },
    params,
    summary: 'Delete a build that no roll-out uses',
    errors: ['not_found', 'forbidden', 'firmware_in_rollout'],
  }),
  fetchDeviceFirmware: route('GET', '/api/device/firmware/{offerId}', {
    policy: 'public',
    params: z.object({
      offerId: notARow('Known only to the drone that was offered the build', z.uuid()),
    }),
    query: z.object({
      offset: z
        .string()
        .regex(/^\d{1,12}$/)
        .default('0')
        .transform(Number)
        .describe('Number of bytes that the drone already has'),
    }),
    raw: 'application/octet-stream',
    summary:
      'Download the container that a drone was offered, from an offset. HTTP Basic: the drone’s id and the secret that it connects with',
    errors: ['device_refused', 'not_found', 'too_many_requests', 'unavailable'],
  }),
  ...firmwareKeyRoutes,
  ...firmwareCheckRoutes,
  ...firmwareRolloutRoutes,
}
