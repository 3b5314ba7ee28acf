// `restore FOLDER`: a backup into an empty installation. Everything is verified before anything is
// written.
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { applyMigrations } from '../../apply-migrations.ts'
import { loadConfig, type Config } from '../../platform/config/config.ts'
import { masterKeyFile } from '../../platform/config/master-key.ts'
import { StartFailure } from '../../platform/config/start-failure.ts'
import type { Db } from '../../platform/database/database.ts'
import { withDatabase } from '../with-database.ts'
import { countTables } from './backup.queries.ts'
import { recordInLog } from '../record-in-log.ts'
import { checkRestored, createReport, type Report } from './checks.ts'
import { loadBackup, openBackup } from './load.ts'
import { openMasterKeys, type MasterKeys } from './recovery-key.ts'
import { beginEra } from '../../modules/programs/public.ts'
import { occupiedFolders, restoreFiles } from './stored-files.ts'
import type { Command } from '../shell.ts'

/** @throws StartFailure that says what is there already */
const requireEmpty = async (db: Db, { dataFolder, masterKey }: Config): Promise<void> => {
  const occupied = await occupiedFolders(dataFolder)
  if (!masterKey && existsSync(masterKeyFile(dataFolder))) occupied.push(masterKeyFile(dataFolder))
  const tables = await countTables(db)
  if (tables > 0) occupied.push(`${tables} tables in the database`)
  if (occupied.length > 0)
    throw new StartFailure(
      `A backup is restored into an empty installation only; this one has ${occupied.join(', ')}. Use a new DATA_DIR and an empty database.`,
    )
}

const refuseOtherKey = ({ masterKey }: Config, keys: MasterKeys | null): void => {
  if (masterKey && keys && !masterKey.equals(keys.now))
    throw new StartFailure(
      'MASTER_KEY is not the key of this backup. Leave it unset: the restore writes the key of the backup to a file.',
    )
}

const restoreKeys = async (
  config: Config,
  { now, before }: MasterKeys,
  { say }: Report,
): Promise<void> => {
  const file = masterKeyFile(config.dataFolder)
  const write = (path: string, key: Buffer): Promise<void> =>
    writeFile(path, key.toString('base64'), { mode: 0o600, flag: 'wx', flush: true })
  await mkdir(config.dataFolder, { recursive: true })
  if (!config.masterKey) await write(file, now)
  if (before) await write(`${file}.before`, before)
  say(
    true,
    config.masterKey
      ? 'MASTER_KEY is the key of the backup'
      : `the master key is in ${file}; a production server needs MASTER_KEY_FILE=${file}`,
  )
  if (before) say(true, `the one before it is in ${file}.before, for MASTER_KEY_BEFORE_FILE`)
}

export const restore: Command = async ([given], shell) => {
  if (!given) throw new StartFailure('npm run cli -- restore FOLDER', 64)
  const folder = resolve(given)
  const early = loadConfig(shell.env)
  const manifest = await openBackup(folder)
  const keys = openMasterKeys(manifest, early.recoveryKey)
  refuseOtherKey(early, keys)
  const report = createReport(shell)
  report.say(true, `${manifest.parts.length} files of the backup of ${manifest.takenAt} are whole`)
  return withDatabase(shell, async (db, config) => {
    await requireEmpty(db, config)
    try {
      await loadBackup(db, folder, manifest)
      report.say(true, `${manifest.tables.length} tables have their rows`)
      await restoreFiles(folder, config.dataFolder)
      if (keys) await restoreKeys(config, keys, report)
      await applyMigrations(db)
    } catch (error) {
      shell.warn(
        `The restore did not finish. Empty the database and ${config.dataFolder} before you repeat it.\n`,
      )
      throw error
    }
    await checkRestored({ db, config, manifest, keys }, report)
    await beginEra(db)
    await recordInLog(db, {
      command: 'restore',
      action: 'backup.restore',
      details: { takenAt: manifest.takenAt },
    })
    return report.exitCode()
  })
}
