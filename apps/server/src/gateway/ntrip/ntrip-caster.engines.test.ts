// The caster with third-party software: RTKLIB's str2str as base station and as rover.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { insertAccount } from '../../platform/auth/testing.queries.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { ownTestDatabase } from '../../platform/database/testing-file.ts'
import { uuidv7 } from '../../platform/database/uuid.ts'
import { loadRegionTable } from '../../modules/people/regions/regions.seed.ts'
import { createEventBus } from '../../platform/events/events.ts'
import { startNtripCaster, type NtripCaster } from './ntrip-caster.ts'
import { hashNtripSecret } from './ntrip-secret.ts'

const { db } = await ownTestDatabase(loadRegionTable)
const mount = 'STR2STR'
let caster: NtripCaster
let folder: string
const programs: ChildProcess[] = []

beforeEach(async () => {
  const maker = await insertAccount(db, { type: 'manufacturer' })
  await db
    .insertInto('ntrip_mount')
    .values({
      id: uuidv7(Date.now()),
      account_id: maker.id,
      name: mount,
      format: 'RTCM 3.2',
      lng: 120.15,
      lat: 30.25,
      base_secret_hash: hashNtripSecret('basesecret'),
      rover_secret_hash: hashNtripSecret('roversecret'),
      base_agent: null,
    })
    .execute()
  caster = await startNtripCaster({
    db,
    events: createEventBus(),
    clock: systemClock,
    log: pino({ level: 'silent' }),
    host: '127.0.0.1',
    port: 0,
    credentials: { check: async () => false, forget: () => undefined },
    hasLapsedCorrections: async () => false,
  })
  folder = await mkdtemp(join(tmpdir(), 'swath-ntrip-'))
})
afterEach(async () => {
  for (const program of programs.splice(0)) program.kill('SIGKILL')
  await caster.close()
  await rm(folder, { recursive: true, force: true })
  await db.deleteFrom('ntrip_mount').where('name', '=', mount).execute()
})

const str2str = (from: string, to: string): void => {
  const program = spawn('str2str', ['-in', from, '-out', to, '-t', '0'], { stdio: 'ignore' })
  programs.push(program)
}
const received = (name: string): Promise<Buffer> =>
  readFile(join(folder, name)).catch(() => Buffer.alloc(0))

/** A base station's receiver: sends the bytes to every connection, some each tenth of a second. */
const serveBytes = async (bytes: Buffer): Promise<{ port: number; close: () => void }> => {
  const server = createServer((socket) => {
    let at = 0
    const timer = setInterval(() => {
      socket.write(bytes.subarray(at, at + 200))
      at += 200
      if (at >= bytes.length) clearInterval(timer)
    }, 100)
    socket.on('close', () => clearInterval(timer))
    socket.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}

test('str2str receives the bytes that str2str sent, unchanged, and nothing without the password', async () => {
  const bytes = Buffer.from(Array.from({ length: 2000 }, (_, i) => (i * 7919) % 251))
  const at = `127.0.0.1:${caster.port}/${mount}`
  await writeFile(join(folder, 'sent'), bytes)
  str2str(`ntrip://rover:roversecret@${at}`, `file://${join(folder, 'good')}`)
  str2str(`ntrip://rover:wrong@${at}`, `file://${join(folder, 'bad')}`)
  await expect.poll(() => caster.figures()['ntrip_rovers']).toBe(1)
  const receiver = await serveBytes(bytes)
  str2str(`tcpcli://127.0.0.1:${receiver.port}`, `ntrips://:basesecret@${at}`)
  // RTKLIB treats the first line as the whole answer, and keeps the blank line before the bytes.
  const wanted = Buffer.concat([Buffer.from('\r\n'), bytes])
  await expect
    .poll(async () => (await received('good')).length)
    .toBeGreaterThanOrEqual(wanted.length)
  expect((await received('good')).equals(wanted)).toBe(true)
  expect((await received('bad')).length).toBe(0)
  receiver.close()
})

test('str2str receives nothing with a wrong password', async () => {
  const receiver = await serveBytes(Buffer.from('nothing of this'))
  str2str(
    `tcpcli://127.0.0.1:${receiver.port}`,
    `ntrips://:wrong@127.0.0.1:${caster.port}/${mount}`,
  )
  await expect.poll(() => caster.figures()['ntrip_refused']).toBeGreaterThan(0)
  expect(caster.figures()['ntrip_bases']).toBe(0)
  receiver.close()
})
