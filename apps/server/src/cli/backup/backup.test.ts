import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tx } from '../../platform/database/database.ts'
import { startEmbeddedPostgres } from '../../platform/database/embedded.ts'
import { createEmptyTestDatabase, type TestDatabase } from '../../platform/database/testing.ts'
import { fromHere, program, run, runAsProgram } from '../testing-cli.ts'
import { countTables } from './backup.queries.ts'
import { createKeyPair } from './hpke.ts'
import { openBackup } from './load.ts'
import { readManifest, writeManifest, type Manifest } from './manifest.ts'
import { createInstallation, fileKey, newFolder, type Installation } from './testing-backup.ts'
import { hashTables, lastNumbers, listIndexesAndKeys, openSecret } from './testing.queries.ts'

let installation: Installation
let work: string
let saved: string
let made: Awaited<ReturnType<typeof run>>
let recovery: Record<string, string>
beforeAll(async () => {
  installation = await createInstallation()
  work = newFolder()
  saved = join(work, 'backup')
  recovery = { RECOVERY_KEY: installation.recoveryKey.toString('base64') }
  made = await runAsProgram(installation.database, ['backup', saved], installation.environment)
})
afterAll(async () => {
  await installation.database.close()
  for (const folder of [work, installation.dataFolder])
    rmSync(folder, { recursive: true, force: true })
})

/** Without the logs, which say that the backup was made and restored, and what migrations write. */
/** Changes and their era begin again after a restore. */
const exceptLog = (hashes: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(hashes).filter(
      ([name]) =>
        !/audit|change_|schema_migration|schema_repeatable|graphile_worker\.migrations/.test(name),
    ),
  )

const withEmptyDatabase = async (use: (database: TestDatabase) => Promise<void>): Promise<void> => {
  const database = await createEmptyTestDatabase()
  try {
    await use(database)
  } finally {
    await database.close()
  }
}

test('a backup says what it contains', () => {
  expect(made).toMatchObject({ code: 0, err: '' })
  expect(made.out).toMatch(
    /backup: \d+ rows of \d+ tables, 1 files, [\d.]+ MiB in [\d.]+ s, as of /,
  )
})

test('a restored installation has the same rows, numbers, indexes, files, secrets and chains', () =>
  withEmptyDatabase(async (target) => {
    const dataFolder = join(work, 'restored')
    const restored = await runAsProgram(target, ['restore', saved], {
      DATA_DIR: dataFolder,
      ...recovery,
    })
    expect(restored).toMatchObject({ code: 0, err: '' })
    expect(restored.out).toMatch(/ok +All audit logs are whole: 2 rows\./)
    expect(restored.out).toMatch(/ok +1 work records, 0 broken\./)
    expect(restored.out).toMatch(/ok +1 of 1 sealed secrets open/)
    const source = installation.database.db
    expect(exceptLog(await hashTables(target.db))).toEqual(exceptLog(await hashTables(source)))
    expect(await lastNumbers(target.db)).toBe(await lastNumbers(source))
    expect(await listIndexesAndKeys(target.db)).toEqual(await listIndexesAndKeys(source))
    for (const file of [join('files', fileKey.slice(0, 2), fileKey), 'themes/green fields.json'])
      expect(readFileSync(join(dataFolder, file))).toEqual(
        readFileSync(join(installation.dataFolder, file)),
      )
    const key = Buffer.from(readFileSync(join(dataFolder, 'master.key'), 'utf8'), 'base64')
    expect(await openSecret(target.db, key)).toEqual(installation.secret)
    // the log says so, and foreign keys and triggers work again
    const { rows } = await sql<{ action: string }>`
      select action from audit_log order by number desc limit 1`.execute(target.db)
    expect(rows).toEqual([{ action: 'backup.restore' }])
    await expect(
      sql`insert into drone_file (drone_id, id) values ('NO-SUCH', gen_random_uuid())`.execute(
        target.db,
      ),
    ).rejects.toThrow()
    expect((await run(target, ['recompute-sums'])).out).toContain(' 0 differed.')
  }))

test('the embedded database is backed up while its program runs, with the same bytes', async () => {
  const dataFolder = join(work, 'embedded')
  const environment = { ...recovery, DATA_DIR: dataFolder }
  expect(await run(null, ['restore', saved], environment)).toMatchObject({ code: 0, err: '' })
  const again = join(work, 'again')
  const server = await startEmbeddedPostgres({ dataFolder, settings: { fsync: 'off' } })
  try {
    expect(await runAsProgram(null, ['doctor'], environment)).toMatchObject({ code: 1 }) // it is running
    const { RECOVERY_PUBLIC_KEY } = installation.environment
    const second = await runAsProgram(null, ['backup', again], {
      DATA_DIR: dataFolder,
      RECOVERY_PUBLIC_KEY: RECOVERY_PUBLIC_KEY!,
    })
    expect(second).toMatchObject({ code: 0, err: '' })
  } finally {
    await server.stop()
  }
  const contents = async (folder: string) =>
    (await readManifest(folder)).tables
      .filter(({ name }) => !/^(audit|change_)/.test(name))
      .map(({ name, contentSha256 }) => `${name} ${contentSha256}`)
  expect(await contents(again)).toEqual(await contents(saved))
})

describe('verify-backup', () => {
  test('restores it into a scratch database and checks everything', async () => {
    const { code, out } = await runAsProgram(null, ['verify-backup', saved], recovery)
    expect(out).toMatch(/ok +every table has the same bytes as when it was saved/)
    expect(out).toMatch(/ok +1 work records, 0 broken\./)
    expect(out).toMatch(/ok +1 of 1 sealed secrets open/)
    expect(code).toBe(0)
  })

  test('finds a row that was changed before the backup', async () => {
    const { db } = installation.database
    const change = (text: string) =>
      sql`update work_record set spray_l = spray_l ${sql.raw(text)}`.execute(db)
    await change('+ 1')
    const folder = join(work, 'changed')
    await run(installation.database, ['backup', folder], installation.environment)
    await change('- 1')
    const { code, out } = await run(null, ['verify-backup', folder])
    expect(out).toMatch(/PROBLEM +.*: the record of sortie .* is not as it was written/)
    expect(code).toBe(1)
  })

  const places: [string, string][] = [
    ['the rows of a table', 'database/public.work_record.zst'],
    ['a file', `files/${fileKey.slice(0, 2)}/${fileKey}`],
    ['the schema', 'repeatables.json'],
    ['the manifest', 'manifest.json'],
    ['the hash of the manifest', 'manifest.json.sha256'],
  ]
  test.each(places)('finds one wrong byte in %s', async (_what, path) => {
    const folder = join(work, 'damaged')
    cpSync(saved, folder, { recursive: true })
    try {
      const bytes = readFileSync(join(folder, path))
      bytes[Math.floor(bytes.length / 2)]! ^= 1
      writeFileSync(join(folder, path), bytes)
      await expect(openBackup(folder)).rejects.toThrow(path)
      if (path.startsWith('database'))
        expect(await run(null, ['verify-backup', folder])).toMatchObject({
          code: 1,
          out: `PROBLEM  ${path} is not as it was saved\n`,
        })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('restore refuses', () => {
  /** A copy whose manifest matches its hash. */
  const forge = async (name: string, edit: (manifest: Manifest) => void): Promise<string> => {
    const folder = join(work, name)
    cpSync(saved, folder, { recursive: true })
    const manifest = await readManifest(folder)
    edit(manifest)
    await writeManifest(folder, manifest)
    return folder
  }
  const expectRefusal = (folder: string, environment: Record<string, string>, reason: RegExp) =>
    withEmptyDatabase(async (target) => {
      const dataFolder = join(work, 'untouched')
      const refused = await run(target, ['restore', folder], {
        DATA_DIR: dataFolder,
        ...environment,
      })
      expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(reason) })
      expect(await countTables(target.db)).toBe(0)
      expect(existsSync(dataFolder)).toBe(false)
    })

  test('without the recovery key, or with another one, and does not print it', async () => {
    await expectRefusal(saved, {}, /Set RECOVERY_KEY_FILE/)
    const other = createKeyPair().privateKey.toString('base64')
    await expectRefusal(saved, { RECOVERY_KEY: other }, /does not open this backup/)
    const { err, out } = await runAsProgram(null, ['restore', saved], {
      DATA_DIR: work,
      RECOVERY_KEY: other,
    })
    expect(err + out).not.toContain(other)
  })

  test('a backup of a newer version', async () => {
    const newer = await forge('newer', ({ migrations }) => {
      migrations.push({ number: 9999, name: '9999_later.sql', sha256: '0'.repeat(64) })
    })
    await expectRefusal(newer, recovery, /made by a newer Swath: it has the migration 9999_later/)
  })

  test('a backup with a missing, a changed or an unknown part', async () => {
    const missing = await forge('missing', () => {})
    rmSync(join(missing, 'database/public.drone.zst'))
    await expectRefusal(missing, recovery, /public\.drone\.zst is missing/)
    const swapped = await forge('swapped', () => {})
    cpSync(join(swapped, 'database/public.crop.zst'), join(swapped, 'database/public.drone.zst'))
    await expectRefusal(swapped, recovery, /public\.drone\.zst is not as it was saved/)
    const more = await forge('more', () => {})
    writeFileSync(join(more, 'files', 'unknown'), '')
    await expect(openBackup(more)).rejects.toThrow('files/unknown is not in the manifest')
    const outside = await forge('outside', ({ parts }) => {
      parts[0]!.path = '../outside'
    })
    await expect(openBackup(outside)).rejects.toThrow('cannot read manifest.json')
  })

  test('an installation that is not empty', async () => {
    const { database, dataFolder } = installation
    const before = await hashTables(database.db)
    const { code, err } = await run(database, ['restore', saved], {
      DATA_DIR: dataFolder,
      ...recovery,
    })
    expect(code).toBe(1)
    expect(err).toMatch(/empty installation only; this one has .*files, .*themes, \d+ tables/)
    expect(await hashTables(database.db)).toEqual(before)
  })
})

test('files in a bucket are named, and those that disappear are reported', async () => {
  let keys = [fileKey, 'another-key-of-a-file-2']
  const bucket = createServer((_request, response) => {
    const contents = keys.map(
      (key) =>
        `<Contents><Key>files/${key}</Key><LastModified>2026-06-01T00:00:00Z</LastModified></Contents>`,
    )
    response.end(`<ListBucketResult>${contents.join('')}</ListBucketResult>`)
  }).listen(0, '127.0.0.1')
  await once(bucket, 'listening')
  const ofBucket = {
    S3_ENDPOINT: `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`,
    S3_BUCKET: 'fields',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  }
  try {
    const folder = join(work, 'with-bucket')
    const { database, environment } = installation
    const saving = await run(database, ['backup', folder], { ...environment, ...ofBucket })
    expect(saving.out).toContain('2 files are in the bucket fields and not in the backup')
    expect((await readManifest(folder)).bucket!.files.map(({ key }) => key)).toEqual(keys)
    keys = [fileKey]
    const { code, out } = await run(null, ['verify-backup', folder], ofBucket)
    expect(out).toContain('PROBLEM  another-key-of-a-file-2 is no longer in the bucket fields')
    expect(out).toContain('ok       1 of 1 files that rows name are there')
    expect(code).toBe(1)
  } finally {
    bucket.close()
  }
})

describe('backup', () => {
  test('needs a recovery key, the master key in use, and a new folder', async () => {
    const { database, environment } = installation
    const folder = join(work, 'never')
    const attempt = (changed: Record<string, string>, to = folder) =>
      run(database, ['backup', to], { ...environment, ...changed })
    expect((await attempt({ RECOVERY_PUBLIC_KEY: '' })).err).toContain('Set RECOVERY_PUBLIC_KEY')
    expect((await attempt({ MASTER_KEY: '' })).err).toContain('does not open 1 of 1')
    expect((await attempt({ MASTER_KEY: 'ab'.repeat(32) })).err).toContain('does not open 1 of 1')
    expect((await attempt({ DATA_DIR: join(work, 'elsewhere') })).err).toContain(
      'None of the 1 files',
    )
    expect((await attempt({}, saved)).err).toContain('exists already')
    expect(readdirSync(work).filter((name) => name.includes('never'))).toEqual([])
  })

  test('an interrupted backup leaves nothing that restore accepts', async () => {
    const { database, environment } = installation
    const folder = join(work, 'interrupted')
    const unfinished = () => readdirSync(work).filter((name) => name.includes('interrupted'))
    await tx(database.db, async (trx) => {
      await sql`lock table work_record in access exclusive mode`.execute(trx)
      const child = spawn(process.execPath, [program, 'backup', folder], {
        env: { ...fromHere, ...environment, DATABASE_URL: database.url },
        stdio: 'ignore',
      })
      const ended = once(child, 'exit')
      await expect
        .poll(() =>
          unfinished().some((name) => existsSync(join(work, name, 'database/public.crop.zst'))),
        )
        .toBe(true)
      child.kill('SIGKILL')
      await ended
    })
    const [left] = unfinished()
    expect(left).toMatch(/^\.unfinished-interrupted-/)
    await expect(openBackup(join(work, left!))).rejects.toThrow('is not a complete backup')
  })
})
