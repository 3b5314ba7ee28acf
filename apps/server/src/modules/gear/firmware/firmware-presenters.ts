// Presents a build and its actions.
import type { Firmware } from '@swath/contract/gear/firmware'
import type { Caller } from '@swath/domain/access/caller'
import { signatureBytes } from '@swath/domain/firmware-container'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { readPieces, type StoredPieces } from '../../../platform/files/pieces.ts'
import type { RowKind } from '../../../platform/change/change.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { managesFirmware, ownsFirmware } from './firmware-deps.ts'
import { findFirmware, lockFirmware, type FirmwareRow } from './firmware.queries.ts'

export type FirmwareRecord = Selectable<Database['firmware']>

export const toBuild = (
  row: Pick<FirmwareRecord, 'key' | 'bytes' | 'piece_bytes'>,
): StoredPieces => ({ key: row.key, bytes: row.bytes, pieceBytes: row.piece_bytes })
/** The stored part of a container: everything but the signature. */
export const toContainer = (
  row: Pick<FirmwareRecord, 'container_key' | 'container_bytes' | 'piece_bytes'>,
): StoredPieces | null =>
  row.container_key === null || row.container_bytes === null
    ? null
    : {
        key: row.container_key,
        bytes: row.container_bytes - signatureBytes,
        pieceBytes: row.piece_bytes,
      }

/** A signed container, from a byte offset on. */
export const readContainer = async function* (
  store: FileStore,
  container: StoredPieces,
  signature: Uint8Array,
  fromByte = 0,
): AsyncGenerator<Uint8Array> {
  if (fromByte < container.bytes) yield* readPieces(store, container, fromByte)
  yield signature.subarray(Math.max(0, fromByte - container.bytes))
}

export const presentFirmware = (row: FirmwareRow, caller: Caller): Firmware => {
  const isOwn = ownsFirmware(caller, row.account_id)
  const isSigned = row.state === 'signed'
  return {
    firmwareId: row.id,
    filename: row.file_name,
    firmwareType: row.firmware_type,
    firmwareVersion: row.build_version,
    flyModelId: row.model_id,
    modelName: row.model_name,
    rcid: row.rcid,
    note: row.note,
    bytes: row.bytes,
    receivedBytes: row.received_bytes,
    pieceBytes: row.piece_bytes,
    sha256: row.sha256?.toString('hex') ?? null,
    state: row.state,
    containerBytes: row.container_bytes,
    privkey: isSigned ? row.fingerprint : null,
    signedAt: row.signed_at?.toISOString() ?? null,
    signedByName: row.signed_by_name,
    droneNum: row.drone_num,
    accountId: row.account_id,
    accountName: row.account_name,
    createdByName: row.created_by_name,
    createdAt: row.created_at.toISOString(),
    version: row.version,
    can: {
      append: isOwn && row.state === 'uploading',
      encrypt: isOwn && row.state === 'uploaded',
      sign: isOwn && row.state === 'encrypted',
      download: isSigned,
      verify: isSigned,
      rollOut: isOwn && isSigned,
      delete: managesFirmware(caller, row.account_id) && row.state !== 'encrypting',
    },
  }
}

/** @throws not_found */
export const readOne = async (from: Db | Tx, caller: Caller, id: string): Promise<Firmware> =>
  presentFirmware((await findFirmware(from, caller.scope, id)) ?? fail('not_found'), caller)

/** The caller can see no build with this name. */
export const fileUnknown = { path: 'filename', message: 'firmwareFileUnknown' }

export const firmwareKind: RowKind<FirmwareRecord, 'own' | 'manage'> = {
  type: 'firmware',
  lock: (trx, { caller }, id) => lockFirmware(trx, caller.scope, id),
  refusal: ({ caller }, row, ability) =>
    (ability === 'own' ? ownsFirmware : managesFirmware)(caller, row.account_id)
      ? null
      : 'forbidden',
  identify: ({ id, build_version }) => ({ id, name: build_version }),
  readVersion: ({ version }) => version,
}
