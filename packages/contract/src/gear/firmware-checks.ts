// Verification of files, and the log of every attempt.
import { z } from 'zod'
import {
  firmwareCheckStates,
  firmwareRefusals,
  measureContainer,
  buildBytes,
  chunkBytes,
} from '@swath/domain/firmware-container'
import { SearchText, Time, filter, TimeFrom, TimeUntil, searchIn } from '../fields.ts'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { declareList } from '../list.ts'
import { countEach, fileOf, pageOf } from '../list-calls.ts'

const route = routeWithTag('Firmware')
const screens = ['firmware-list'] as const
const policy = { screens } as const
const base = '/api/firmware/manage'

/** A file is uploaded in pieces of this length; the last one may be shorter. */
export const firmwarePieceBytes = 4 * 1024 * 1024
/** Maximum size of a file to verify, in bytes. */
export const containerBytesAtMost = measureContainer({ buildBytes, chunkBytes })

/** One piece of a file; `pieceQuery` contains its offset. */
export const firmwarePiece = {
  field: 'file',
  bytes: firmwarePieceBytes,
  types: ['application/octet-stream'],
  tooLarge: 'payload_too_large',
} as const
/** A whole file in a form, with its fields. */
export const wholeFirmware = { ...firmwarePiece, bytes: 32 * 1024 * 1024, fields: 'body' } as const
export const pieceQuery = z.object({
  offset: z
    .string()
    .regex(/^\d{1,12}$/)
    .transform(Number),
})
const params = z.object({ checkId: id('firmwareCheck') })

export const FirmwareCheck = z
  .object({
    checkId: id('firmwareCheck'),
    filename: z.string(),
    bytes: z.int(),
    receivedBytes: z.int().describe('Number of bytes received; offset of the next piece'),
    pieceBytes: z.int(),
    state: z.enum(firmwareCheckStates),
    reason: z.enum(firmwareRefusals).nullable().describe('Reason for the refusal'),
    firmwareId: id('firmware')
      .nullable()
      .describe('Stored build that was checked; null: an uploaded file was checked'),
    firmwareType: z.string().nullable(),
    firmwareVersion: z
      .string()
      .nullable()
      .describe('Version in the file’s header, even if the file was refused'),
    fingerprint: z.string().nullable().describe('Fingerprint of the key that the file refers to'),
    sha256: z.string().nullable().describe('SHA-256 of the whole file'),
    accountName: z.string(),
    userName: z.string(),
    createdAt: Time,
    checkedAt: Time.nullable(),
    can: z.object({ append: z.boolean() }),
  })
  .meta({ id: 'FirmwareCheck' })
export type FirmwareCheck = z.infer<typeof FirmwareCheck>

export const firmwareCheckList = declareList({
  name: 'firmware-checks',
  call: 'listFirmwareChecks',
  fileCall: 'exportFirmwareChecks',
  row: FirmwareCheck,
  rowKey: 'checkId',
  paging: 'currentPage',
  sortName: 'sortParam',
  defaultSort: '-createdAt',
  filters: {
    search: searchIn('filename', 'firmwareVersion', 'userName'),
    filename: SearchText,
    firmwareVersion: SearchText,
    userName: SearchText,
    state: filter(z.enum(firmwareCheckStates)),
    startTime: filter(TimeFrom),
    endTime: filter(TimeUntil),
  },
  columns: {
    filename: { label: 'firmware:filename', sort: true, phone: 'title' },
    state: {
      label: 'firmware:result',
      kind: 'code',
      labels: {
        uploading: 'firmware:checkUploading',
        checking: 'firmware:checkChecking',
        passed: 'firmware:checkPassed',
        refused: 'firmware:checkRefused',
      },
      phone: 'state',
    },
    reason: {
      label: 'terms:reason',
      kind: 'code',
      labels: {
        not_a_container: 'firmware:notAContainer',
        header_wrong: 'firmware:headerWrong',
        length_wrong: 'firmware:lengthWrong',
        key_unknown: 'firmware:keyUnknown',
        signature_wrong: 'firmware:signatureWrong',
        chunk_wrong: 'firmware:chunkWrong',
        content_wrong: 'firmware:contentWrong',
        lost: 'firmware:lost',
      },
      phone: 'figure',
    },
    firmwareVersion: { label: 'firmware:firmwareVersion' },
    fingerprint: { label: 'firmware:fingerprint' },
    bytes: { label: 'terms:size', kind: 'bytes', sort: true },
    sha256: { label: 'firmware:sha256', only: 'file' },
    accountName: { label: 'terms:account' },
    userName: { label: 'firmware:checkedBy' },
    createdAt: { label: 'firmware:checkedAt', kind: 'time', sort: true, phone: 'figure' },
  },
})

export const firmwareCheckRoutes = {
  listFirmwareChecks: route('GET', `${base}/verifyLog`, {
    policy,
    summary: 'List the attempts to verify a file, of the account and of the accounts below it',
    ...pageOf(firmwareCheckList, {
      stats: countEach(firmwareCheckStates).describe(
        'Counts with every filter applied except state',
      ),
    }),
  }),
  exportFirmwareChecks: route('GET', `${base}/verifyLog/export`, {
    policy,
    summary: 'Export the filtered log as CSV or XLSX',
    ...fileOf(firmwareCheckList),
  }),
  verifyFirmware: route('POST', `${base}/verify`, {
    policy,
    summary:
      'Verify a file of up to 32 MiB sent as a form; or register a file that is then uploaded in pieces; or, with firmwareId, verify a stored build',
    file: wholeFirmware,
    body: z
      .object({
        filename: z.string().trim().max(200).default(''),
        bytes: z.int().min(0).max(containerBytesAtMost).default(0),
        firmwareId: id('firmware').nullable().default(null),
      })
      .refine(({ firmwareId, filename }) => firmwareId !== null || filename !== '', {
        path: ['filename'],
        message: 'required',
      }),
    out: FirmwareCheck,
    errors: [
      'not_found',
      'firmware_not_ready',
      'too_many_requests',
      'one_file',
      'payload_too_large',
    ],
  }),
  appendFirmwareCheck: route('PUT', `${base}/verify/{checkId}/bytes`, {
    policy,
    params,
    query: pieceQuery,
    file: firmwarePiece,
    summary:
      'Upload the next piece: 4 MiB, the last one may be shorter. If the offset differs from receivedBytes, nothing is stored and the response contains the expected receivedBytes',
    out: FirmwareCheck,
    errors: ['not_found', 'forbidden', 'one_file', 'payload_too_large', 'firmware_piece_wrong'],
  }),
  getFirmwareCheck: route('GET', `${base}/verify/{checkId}`, {
    policy,
    params,
    summary: 'Get one verification attempt and its result',
    out: FirmwareCheck,
    errors: ['not_found'],
  }),
}
