// `backup FOLDER`: the database, the files and the sealed master key, also while the program runs.
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { exitCodeConfiguration, type Config } from '../../platform/config/config.ts'
import { readMasterKey } from '../../platform/config/master-key.ts'
import { StartFailure } from '../../platform/config/start-failure.ts'
import type { Db } from '../../platform/database/database.ts'
import { fileFailure } from '../../platform/database/file-failure.ts'
import { hashSql, migrationsFolder, readMigrations } from '../../platform/database/migrate.ts'
import { openFileStore } from '../../platform/files/open-file-store.ts'
import { programVersion } from '../../platform/version.ts'
import { repeatables } from '../../apply-migrations.ts'
import { countNamedFiles } from '../../modules/people/public.ts'
import { applied, serverVersion } from '../doctor.queries.ts'
import { countShut } from '../doctor.ts'
import { recordInLog } from '../record-in-log.ts'
import { withDatabase } from '../with-database.ts'
import { appliedRepeatables } from './backup.queries.ts'
import { dumpDatabase } from './dump.ts'
import { repeatablesName, storedKeys, writeManifest, type Manifest } from './manifest.ts'
import { sealerUnderKeys, sealMasterKeys } from './recovery-key.ts'
import { hashAll, saveFiles, saveThemes } from './stored-files.ts'
import type { Command } from '../shell.ts'

/** The backup says by which migrations to create its tables: those of this version. */
const requireOwnSchema = async (db: Db): Promise<Manifest['migrations']> => {
  const own = await readMigrations(migrationsFolder)
  const there = await applied(db)
  const sha256 = new Map(await appliedRepeatables(db, there.length > 0))
  const isOwn =
    own.length === there.length &&
    own.every(({ name }, index) => name === there[index]) &&
    repeatables.every(({ name, text }) => sha256.get(name) === hashSql(text))
  if (!isOwn)
    throw new StartFailure(
      'The database is not at the version of this program. Make the backup with the version that runs on it, or run "npm run cli -- migrate" first.',
    )
  return own.map(({ number, name, sha256: hash }) => ({ number, name, sha256: hash }))
}

const sealKeys = async (db: Db, config: Config): Promise<Manifest['masterKey']> => {
  const now = await readMasterKey(config)
  const before = config.masterKeyBefore
  const { all, shut } = await countShut(db, now ? sealerUnderKeys({ now, before }) : null)
  if (shut > 0)
    throw new StartFailure(
      `${now ? 'The master key' : 'No master key is set, which'} does not open ${shut} of ${all} sealed secrets. Run this command with the environment of the program.`,
      exitCodeConfiguration,
    )
  if (!now) return null
  if (!config.recoveryPublicKey)
    throw new StartFailure(
      'Set RECOVERY_PUBLIC_KEY, to which the master key is sealed. "npm run cli -- create-recovery-key FILE" makes one (docs/backup.md).',
      exitCodeConfiguration,
    )
  return sealMasterKeys(config.recoveryPublicKey, { now, before })
}

const listBucket = async (config: Config): Promise<Manifest['bucket']> => {
  if (!config.s3) return null
  const files: NonNullable<Manifest['bucket']>['files'] = []
  for await (const file of openFileStore(config).list()) files.push(file)
  return { endpoint: config.s3.endpoint, name: config.s3.bucket, files }
}

/** Fills `folder`. Files are saved before and after the database, which may name new ones. */
const saveAll = async (db: Db, config: Config, folder: string): Promise<Manifest> => {
  const migrations = await requireOwnSchema(db)
  const masterKey = await sealKeys(db, config)
  const saved = new Set<string>()
  if (!config.s3) await saveFiles(config.dataFolder, folder, saved)
  const { takenAt, tables, sequences } = await dumpDatabase(db, folder)
  if (!config.s3) await saveFiles(config.dataFolder, folder, saved)
  await saveThemes(config.dataFolder, folder)
  await writeFile(join(folder, repeatablesName), JSON.stringify(repeatables), { flush: true })
  return {
    format: 'swath-backup-1',
    swath: programVersion,
    postgres: (await serverVersion(db)).text,
    takenAt: takenAt.toISOString(),
    finishedAt: new Date().toISOString(),
    migrations,
    tables,
    sequences,
    bucket: await listBucket(config),
    masterKey,
    parts: await hashAll(folder),
  }
}

/** With another DATA_DIR than the program's, the backup would not have any file. */
const requireFiles = async (db: Db, { dataFolder }: Config, manifest: Manifest): Promise<void> => {
  const { named, found } = await countNamedFiles(db, storedKeys(manifest))
  if (named > 0 && found === 0)
    throw new StartFailure(
      `None of the ${named} files that the database names is in ${manifest.bucket ? `the bucket ${manifest.bucket.name}` : dataFolder}. Run this command with the environment of the program.`,
      exitCodeConfiguration,
    )
}

const describe = (manifest: Manifest): string => {
  const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0)
  const rows = sum(manifest.tables.map((table) => table.rows))
  const mib = sum(manifest.parts.map(({ bytes }) => bytes)) / 2 ** 20
  return `${rows} rows of ${manifest.tables.length} tables, ${storedKeys(manifest).length} files, ${mib.toFixed(1)} MiB`
}

/** The folder gets its name when it is complete. */
export const backup: Command = async ([given], shell) => {
  if (!given) throw new StartFailure('npm run cli -- backup FOLDER', 64)
  const folder = resolve(given)
  if (existsSync(folder))
    throw new StartFailure(`${folder} exists already. Each backup has its own folder.`)
  return withDatabase(
    shell,
    async (db, config) => {
      const since = performance.now()
      shell.lowerPriority() // the program has the processor first
      await mkdir(dirname(folder), { recursive: true })
      const unfinished = await mkdtemp(join(dirname(folder), `.unfinished-${basename(folder)}-`))
      try {
        const manifest = await saveAll(db, config, unfinished)
        await requireFiles(db, config, manifest)
        await writeManifest(unfinished, manifest)
        await rename(unfinished, folder)
        await recordInLog(db, {
          command: 'backup',
          action: 'backup.create',
          details: { takenAt: manifest.takenAt },
        })
        shell.print(
          `${folder}: ${describe(manifest)} in ${((performance.now() - since) / 1000).toFixed(1)} s, as of ${manifest.takenAt}\n`,
        )
        if (!manifest.masterKey) shell.print('There is no master key to save.\n')
        if (manifest.bucket)
          shell.print(
            `${manifest.bucket.files.length} files are in the bucket ${manifest.bucket.name} and not in the backup.\n`,
          )
        return 0
      } catch (error) {
        throw fileFailure(error, dirname(folder), 'the backup')
      } finally {
        await rm(unfinished, { recursive: true, force: true })
      }
    },
    { alsoWhileRunning: true },
  )
}
