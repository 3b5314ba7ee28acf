import { changeLog, recordAudit } from '../platform/audit/audit.ts'
import { tx, type Db } from '../platform/database/database.ts'
import { findRootAccount } from './backup/backup.queries.ts'

type Entry = {
  /** Shown as the person. */
  command: string
  action: string
  /** What the action was about. */
  name?: string
  details: Record<string, unknown>
}

/** Writes to the system log of the account that runs the service, if there is one. */
export const recordInLog = async (
  db: Db,
  { command, action, name, details }: Entry,
): Promise<void> => {
  const root = await findRootAccount(db)
  if (!root) return
  await tx(db, (trx) =>
    recordAudit(trx, {
      accountId: root,
      atMs: Date.now(),
      logType: changeLog,
      user: { id: null, name: command },
      ip: null,
      action,
      object: { type: 'account', id: root, ...(name === undefined ? {} : { name }) },
      details,
    }),
  )
}
