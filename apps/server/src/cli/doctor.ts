import { statfs } from 'node:fs/promises'
import { readsCompressedSegments } from '../gateway/ingest-log/public.ts'
import { countStoredFaults } from '../modules/overview/public.ts'
import { createSealer, type Sealer } from '../platform/config/master-key.ts'
import type { Db } from '../platform/database/database.ts'
import { migrationsFolder, readMigrations } from '../platform/database/migrate.ts'
import { findOldestProgram } from '../platform/database/oldest-program.queries.ts'
import { applied, serverVersion } from './doctor.queries.ts'
import { readSealed, sealedColumns } from './rotate-key.queries.ts'
import { createScan } from '../platform/files/malware-scan.ts'
import { withDatabase } from './with-database.ts'
import type { Command } from './shell.ts'

const leastFreeBytes = 1024 ** 3

/** Sealed secrets, and those of them that the key does not open. */
export const countShut = async (
  db: Db,
  sealer: Sealer | null,
): Promise<{ all: number; shut: number }> => {
  const found = { all: 0, shut: 0 }
  for (const column of sealedColumns)
    for (const { key, sealed } of await readSealed(db, column)) {
      found.all++
      try {
        if (!sealer?.open(sealed, column.purpose(key))) found.shut++
      } catch {
        found.shut++
      }
    }
  return found
}

/** Whether the malware scanner accepts a harmless file. */
const scannerAnswers = (scan: NonNullable<ReturnType<typeof createScan>>): Promise<boolean> =>
  scan(Buffer.from('harmless')).then(
    () => true,
    () => false,
  )

/** Prints a line per check. Returns 0 if all pass. */
export const doctor: Command = (_given, shell) =>
  withDatabase(shell, async (db, config) => {
    let ill = 0
    const say = (well: boolean, line: string): void => {
      if (!well) ill += 1
      shell.print(`${well ? 'ok     ' : 'PROBLEM'}  ${line}\n`)
    }
    const version = await serverVersion(db)
    say(version.number >= 150_000, `PostgreSQL ${version.text} (15 or later is needed)`)
    const own = await readMigrations(migrationsFolder)
    const wanted = own.map(({ name }) => name)
    const there = await applied(db)
    const missing = own.filter(({ name }) => !there.includes(name))
    const unknown = there.filter((name) => !wanted.includes(name))
    say(
      missing.length === 0,
      `${wanted.length - missing.length} of ${wanted.length} migrations are applied`,
    )
    if (missing.length > 0 && there.length > 0) {
      const oldest = Math.max(...missing.map(({ oldestProgram }) => oldestProgram))
      say(
        oldest <= there.length,
        oldest <= there.length
          ? 'programs of the version before go on while the others are applied'
          : 'stop every program of the version before: they do not work after the migrations',
      )
    }
    if (unknown.length > 0)
      say(false, `migrations of another version: ${unknown.length}, the last ${unknown.at(-1)}`)
    if (missing.length === 0 && (await findOldestProgram(db)) < readsCompressedSegments)
      say(
        true,
        'flights and messages are stored for the version before too, in twice the bytes, until you run finish-upgrade',
      )
    const faults = missing.length === 0 ? await countStoredFaults(db) : 0
    if (faults > 0)
      say(false, `${faults} parts of the stored data are damaged: see the job stored-data.check`)
    // the folder does not exist before something is stored
    const disk = await statfs(config.dataFolder).catch(() => null)
    const free = disk ? disk.bavail * disk.bsize : null
    say(
      free === null || free >= leastFreeBytes,
      free === null
        ? `${config.dataFolder} is not there yet`
        : `${(free / 1024 ** 3).toFixed(1)} GiB free in ${config.dataFolder}`,
    )
    say(
      !config.production || config.masterKey !== undefined,
      config.masterKey ? 'MASTER_KEY is set' : 'MASTER_KEY is not set',
    )
    const sealer = config.masterKey && missing.length === 0 ? createSealer(config) : null
    const opened = await sealer?.()
    if (opened) {
      const { all, shut } = await countShut(db, opened)
      say(shut === 0, `${all - shut} of ${all} sealed secrets open under it`)
    }
    const scan = createScan(config, { warn: () => {}, error: () => {} })
    if (scan) {
      const answers = await scannerAnswers(scan)
      say(
        answers,
        answers
          ? 'ClamAV scans uploads'
          : 'ClamAV does not answer at CLAMD: every upload is refused',
      )
    }
    return ill === 0 ? 0 : 1
  })
