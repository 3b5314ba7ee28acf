import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openDatabase } from './database.ts'
import { requireDatabase, requireSyncedWrites } from './reachable.ts'
import { ownTestDatabase } from './testing-file.ts'

const own = await ownTestDatabase()

const outcomeOf = async (url: string): Promise<string> => {
  const db = openDatabase(url)
  try {
    return await requireDatabase(db, url).then(
      () => 'reached',
      (error: Error) => `${error.name}: ${error.message}`,
    )
  } finally {
    await db.destroy()
  }
}

test('reports the address and the reason, without the password', async () => {
  expect(await outcomeOf(own.url)).toBe('reached')
  expect(await outcomeOf('postgres://me:secret@127.0.0.1:1/fields')).toBe(
    'StartFailure: The database at me@127.0.0.1:1/fields cannot be reached: nothing answers there. DATABASE_URL says where it is.',
  )
  const elsewhere = new URL(own.url)
  elsewhere.pathname = '/nowhere'
  expect(await outcomeOf(elsewhere.href)).toContain('there is no such database')
  elsewhere.hostname = 'no-such-host.invalid'
  elsewhere.search = '' // not over the Unix socket
  expect(await outcomeOf(elsewhere.href)).toMatch(/there is no such host|cannot be looked up/)
})

test('names the settings with which a power failure loses what was acknowledged', async () => {
  // The server of tests writes nothing to disk first; a user's own value counts, too.
  await expect(requireSyncedWrites(own.db)).rejects.toThrow(
    /^PostgreSQL may lose data that devices were told is stored: fsync, synchronous_commit(, full_page_writes)? are off\. Switch them on, or accept the risk with POSTGRES_UNSAFE_ACK=1\.$/,
  )
})

/** How `npm start` of a gateway ends. */
const startGateway = async (databaseUrl: string): Promise<{ code: number; err: string }> => {
  const folder = await mkdtemp(join(tmpdir(), 'swath-start-'))
  const outcome = await new Promise<{ code: number; err: string }>((done) => {
    const env = {
      PATH: process.env['PATH']!,
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl,
      PORT: '0',
      MQTT_PORT: '0',
    }
    execFile(
      process.execPath,
      [fileURLToPath(new URL('../../start.ts', import.meta.url)), '--run=gateway'],
      { env },
      (error, _out, err) => done({ code: error ? Number(error.code) : 0, err }),
    )
  })
  await rm(folder, { recursive: true })
  return outcome
}

test('npm start with an unreachable database ends with one sentence', async () => {
  expect(await startGateway('postgres://me:secret@127.0.0.1:1/fields')).toEqual({
    code: 1,
    err: 'The database at me@127.0.0.1:1/fields cannot be reached: nothing answers there. DATABASE_URL says where it is.\n',
  })
})

test('npm start with a database that does not write to disk first ends with one sentence', async () => {
  const { code, err } = await startGateway(own.url)
  expect(code).toBe(1)
  expect(err).toMatch(/^PostgreSQL may lose data .* POSTGRES_UNSAFE_ACK=1\.\n$/)
})
