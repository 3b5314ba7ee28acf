// The part of a restore that a verification shares: from an empty database to one with the rows of
// a backup and the schema of this version.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartFailure } from '../../platform/config/start-failure.ts'
import type { Db } from '../../platform/database/database.ts'
import {
  migrate,
  migrationsFolder,
  readMigrations,
  type Repeatable,
} from '../../platform/database/migrate.ts'
import { installJobQueue } from '../../platform/jobs/install-job-queue.ts'
import { loadDatabase } from './dump.ts'
import { readManifest, repeatablesName, verifyParts, type Manifest } from './manifest.ts'

/** @throws StartFailure if a newer version wrote the backup */
const refuseNewer = async ({ migrations }: Manifest): Promise<void> => {
  const own = await readMigrations(migrationsFolder)
  for (const { number, name, sha256 } of migrations)
    if (own[number - 1]?.sha256 !== sha256)
      throw new StartFailure(
        `The backup was made by a newer Swath: it has the migration ${name}, which this one does not know.`,
      )
}

/** Reads the manifest and every byte of the backup. */
export const openBackup = async (folder: string): Promise<Manifest> => {
  const manifest = await readManifest(folder)
  await refuseNewer(manifest)
  await verifyParts(folder, manifest)
  return manifest
}

/** Creates the tables as they were in the backup and fills them. */
export const loadBackup = async (db: Db, folder: string, manifest: Manifest): Promise<void> => {
  await migrate(db, {
    last: manifest.migrations.length,
    repeatables: JSON.parse(await readFile(join(folder, repeatablesName), 'utf8')) as Repeatable[],
  })
  await installJobQueue(db)
  await loadDatabase(db, folder, manifest)
}
