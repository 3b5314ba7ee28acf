// Secrets that others entrusted to the service are sealed under the master key. Configure a new key
// next to the old one, run this to reseal everything, and then remove the old one.
import { changeLog, recordAudit } from '../platform/audit/audit.ts'
import { exitCodeConfiguration } from '../platform/config/config.ts'
import { sealerUnder, type Sealer } from '../platform/config/master-key.ts'
import { StartFailure } from '../platform/config/start-failure.ts'
import { tx, type Db, type Tx } from '../platform/database/database.ts'
import {
  accountsWithSecrets,
  lockSealed,
  ofAccounts,
  putSealed,
  sealedColumns,
  type SealedColumn,
} from './rotate-key.queries.ts'
import { withDatabase } from './with-database.ts'
import type { Command } from './shell.ts'

type Keys = { now: Sealer; before: Sealer }
type Found = { anew: number; already: number; lost: string[] }

const tryOpen = ({ open }: Sealer, sealed: Buffer, purpose: string): Buffer | null => {
  try {
    return open(sealed, purpose)
  } catch {
    return null // sealed under another key
  }
}

const resealColumn = async (
  trx: Tx,
  from: SealedColumn,
  accountId: string | null,
  { now, before }: Keys,
): Promise<Found> => {
  const found: Found = { anew: 0, already: 0, lost: [] }
  for (const { key, sealed } of await lockSealed(trx, from, accountId)) {
    const purpose = from.purpose(key)
    if (tryOpen(now, sealed, purpose)) {
      found.already++
      continue
    }
    const secret = tryOpen(before, sealed, purpose)
    if (!secret) {
      found.lost.push(`${from.table} ${key}`)
      continue
    }
    await putSealed(trx, from, { key, sealed: now.seal(secret, purpose) })
    found.anew++
  }
  return found
}

/**
 * Reseals one account per transaction, together with the entry in its log, so the command may be
 * interrupted anywhere.
 */
const resealAccount = (db: Db, accountId: string, keys: Keys): Promise<Found> =>
  tx(db, async (trx) => {
    const all: Found = { anew: 0, already: 0, lost: [] }
    for (const column of ofAccounts) {
      const { anew, already, lost } = await resealColumn(trx, column, accountId, keys)
      all.anew += anew
      all.already += already
      all.lost.push(...lost)
    }
    if (all.anew > 0)
      await recordAudit(trx, {
        accountId,
        atMs: Date.now(),
        logType: changeLog,
        user: { id: null, name: 'rotate-key' },
        ip: null,
        action: 'master-key.rotate',
        object: { type: 'account', id: accountId },
        details: { keys: all.anew },
      })
    return all
  })

/**
 * Returns 0 if the old key is no longer needed, or 1 if neither key opens some data, which is
 * reported and left unchanged.
 */
export const resealAll = async (
  db: Db,
  masterKeys: { now: Uint8Array; before: Uint8Array },
  say: (line: string) => void,
): Promise<number> => {
  const keys = { now: sealerUnder(masterKeys.now), before: sealerUnder(masterKeys.before) }
  let [anew, already, lost] = [0, 0, 0]
  const add = (found: Found, owner: string): void => {
    anew += found.anew
    already += found.already
    lost += found.lost.length
    for (const what of found.lost) say(`${owner}: ${what} opens under neither key`)
  }
  for (const { id, name } of await accountsWithSecrets(db))
    add(await resealAccount(db, id, keys), `${name} (${id})`)
  for (const column of sealedColumns.filter(({ ofService }) => ofService))
    add(await tx(db, (trx) => resealColumn(trx, column, null, keys)), 'the service')
  say(`${anew} sealed anew, ${already} were so already, ${lost} cannot be opened.`)
  if (lost === 0) say('MASTER_KEY_BEFORE is needed no more.')
  return lost === 0 ? 0 : 1
}

export const rotateKey: Command = (_given, shell) =>
  withDatabase(shell, async (db, { masterKey: now, masterKeyBefore: before }) => {
    if (!now || !before)
      throw new StartFailure(
        'MASTER_KEY must be the new key and MASTER_KEY_BEFORE the one before it (docs/operating.md).',
        exitCodeConfiguration,
      )
    return resealAll(db, { now, before }, (line) => shell.print(`${line}\n`))
  })
