import type { Caller } from '@swath/domain/access/caller'
import { changeLog, type AuditEntry } from './audit.ts'

/** An entry for a change by a signed-in caller, in the log of the caller's own account. */
export const changeBy = (
  { caller, ip }: { caller: Caller; ip: string },
  atMs: number,
  action: string,
  object: NonNullable<AuditEntry['object']>,
  details: AuditEntry['details'] = {},
): AuditEntry => ({
  accountId: caller.accountId,
  atMs,
  logType: changeLog,
  user: { id: caller.userId, name: caller.userName },
  ip,
  action,
  object,
  details,
})
