// `verify-backup FOLDER`: proves that a backup can be restored, without the installation: a scratch
// server is started in the folder for temporary files and removed afterwards.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { applyMigrations } from '../../apply-migrations.ts'
import { loadConfig } from '../../platform/config/config.ts'
import { StartFailure } from '../../platform/config/start-failure.ts'
import { openDatabase, type Db } from '../../platform/database/database.ts'
import { startEmbeddedPostgres } from '../../platform/database/embedded.ts'
import { checkRestored, createReport } from './checks.ts'
import { findDifferentTables } from './dump.ts'
import { loadBackup, openBackup } from './load.ts'
import { openMasterKeys } from './recovery-key.ts'
import type { Command } from '../shell.ts'

const stopSignals = ['SIGINT', 'SIGTERM'] as const

/** Stops the server after Ctrl+C, which reaches only this process. */
const onScratchDatabase = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'swath-verify-'))
  try {
    const server = await startEmbeddedPostgres({
      dataFolder: folder,
      settings: { fsync: 'off', full_page_writes: 'off' },
    })
    const db = openDatabase(server.url, { applicationName: 'swath-cli', statementTimeoutS: 0 })
    const stopped = Promise.withResolvers<never>()
    const stop = (signal: string): void => stopped.reject(new Error(`stopped by ${signal}`))
    for (const signal of stopSignals) process.once(signal, stop)
    try {
      return await Promise.race([work(db), stopped.promise])
    } finally {
      for (const signal of stopSignals) process.off(signal, stop)
      await server.stop()
      await db.destroy()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export const verifyBackup: Command = async ([given], shell) => {
  if (!given) throw new StartFailure('npm run cli -- verify-backup FOLDER', 64)
  const folder = resolve(given)
  const config = loadConfig(shell.env)
  const report = createReport(shell)
  const { say } = report
  try {
    const manifest = await openBackup(folder)
    say(true, `${manifest.parts.length} files have the size and hash of the manifest`)
    const keys = config.recoveryKey ? openMasterKeys(manifest, config.recoveryKey) : null
    if (manifest.masterKey)
      say(
        true,
        keys
          ? 'the recovery key opens the master key'
          : 'the master key was not opened: RECOVERY_KEY is not set',
      )
    return await onScratchDatabase(async (db) => {
      await loadBackup(db, folder, manifest)
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
      say(true, `${rows} rows of ${manifest.tables.length} tables load with all foreign keys`)
      const different = await findDifferentTables(db, manifest.tables)
      for (const name of different) say(false, `${name} has other rows than were saved`)
      if (different.length === 0) say(true, 'every table has the same bytes as when it was saved')
      await applyMigrations(db)
      await checkRestored({ db, config, manifest, keys }, report)
      return report.exitCode()
    })
  } catch (error) {
    say(false, (error as Error).message)
    return 1
  }
}
