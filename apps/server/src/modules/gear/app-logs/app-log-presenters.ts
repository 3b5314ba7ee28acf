// Presents an app log, by the rights of the reader.
import type { AppLog } from '@swath/contract/gear/app-logs'
import type { Caller } from '@swath/domain/access/caller'
import { canManageEquipment } from '@swath/domain/access/drone-abilities'
import { fail } from '../../../platform/errors/fail.ts'
import type { LogRow } from './app-logs.queries.ts'

/** Only the log's owner may delete it. The maker of the drone reads it and sets the retention. */
export const mayDelete = (row: LogRow, caller: Caller): boolean =>
  canManageEquipment(caller) &&
  (caller.scope.kind !== 'accounts' || caller.scope.accountIds.includes(row.account_id))

/** Governments see drones, but no logs of their pilots. */
export const refuseGovernments = ({ scope }: Caller): void => {
  if (scope.kind === 'region') fail('forbidden')
}

export const presentLog = (row: LogRow, caller: Caller): AppLog => ({
  logId: row.id,
  fileName: row.file_name,
  kind: row.kind,
  bytes: row.bytes,
  sha256: row.sha256.toString('hex'),
  droneId: row.drone_id,
  droneName: row.drone_name,
  accountName: row.account_name,
  appVersion: row.app_version,
  platform: row.platform,
  note: row.note,
  byDevice: row.uploaded_by === null,
  uploaderName: row.uploader_name,
  uploadedAt: row.uploaded_at.toISOString(),
  can: { delete: mayDelete(row, caller) },
})
