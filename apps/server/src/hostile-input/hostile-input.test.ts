// No input blocks the event loop that acknowledges messages: sends hostile files, shapes and logs
// over HTTP while a drone sends telemetry.
import { setTimeout as sleep } from 'node:timers/promises'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mqtt from 'mqtt'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { slowness } from '@swath/domain/testing-slowness'
import { seedFleet } from '../gateway/testing.seed.ts'
import { watchStalls } from '../platform/workers/stalls.ts'
import { createSessions } from '../platform/auth/sessions.ts'
import { insertAccount, insertUser } from '../platform/auth/testing.queries.ts'
import { createThemes } from '../platform/auth/themes.ts'
import { loadConfig } from '../platform/config/config.ts'
import { tx } from '../platform/database/database.ts'
import { ownTestDatabase } from '../platform/database/testing-file.ts'
import { testServices } from '../platform/http/testing-console.ts'
import { runProgram } from '../program.ts'
import { bringHostileInput, hostileInput } from './testing-hostile-input.ts'

const own = await ownTestDatabase()

/** Limit of continuous work of an event loop, in CPU time. */
const busyAtMostMs = 1_000

test('hostile input at every endpoint does not block the event loop, and every message is acknowledged', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'swath-hostile-'))
  onTestFinished(() => rmSync(dataFolder, { recursive: true }))
  const config = loadConfig({
    DATABASE_URL: own.url,
    DATA_DIR: dataFolder,
    PORT: '0',
    MQTT_PORT: '0',
    DEMO: '0',
    POSTGRES_UNSAFE_ACK: '1', // test servers do not write to disk first
  })
  const program = await runProgram({
    config,
    log: pino({ level: 'silent' }),
    roles: ['api', 'gateway', 'jobs'],
    progress: () => undefined,
    developing: true,
  })
  const fleet = await seedFleet(own.db, 'HOST', 2)
  const { services } = testServices(own.db, Date.now())
  const sessions = createSessions(services, createThemes(services))
  const issueToken = async (account: { id: string; path: string }): Promise<string> => {
    const user = await insertUser(own.db, account)
    const where = { host: '127.0.0.1', ip: '127.0.0.1', userAgent: 'test' }
    return (await tx(own.db, (trx) => sessions.open(trx, user.id, where, true))).jToken
  }
  const platform = await insertAccount(own.db, { type: 'platform' })
  const makerPath = `${fleet.manufacturerId.replaceAll('-', '')}/`
  const target = {
    url: `http://127.0.0.1:${program.httpPort}`,
    platform: await issueToken(platform),
    maker: await issueToken({ id: fleet.manufacturerId, path: makerPath }),
    droneId: fleet.drones[0]!.droneId,
  }
  const input = await hostileInput(60_000)

  const flying = fleet.drones[1]!
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${program.mqttPort}`, {
    clientId: flying.droneId,
    username: flying.droneId,
    password: flying.secret,
    protocolVersion: 4,
  })
  let ended = false
  let sent = 0
  const flight = (async () => {
    for (; !ended; sent++) {
      const pts = [{ t: Date.now(), lng: 121 + sent * 1e-5, lat: 31, height: 3, speed: 5 }]
      await client.publishAsync(
        `v1/d/${flying.droneId}/track`,
        JSON.stringify({ v: 1, boot: 'now', seq: sent, pts }),
        { qos: 1 },
      )
      await sleep(50)
    }
  })()

  const stalls = watchStalls()
  const worst: Record<string, number> = {}
  const answers = await bringHostileInput(target, input, (door) => {
    worst[door] = Math.round(stalls.longest().busyMs)
  })
  stalls.stop()
  ended = true
  await flight
  await client.endAsync()
  const metrics = await (await fetch(`${target.url}/metrics`)).text()
  await program.stop()

  expect(answers).toEqual({
    'nested sheet': 400,
    'wide sheet': 400,
    'quotes': 200,
    'zone': 200,
    'log read': 200,
    'log accepted': 200,
    'detail': 200,
    'tracks': 200,
    'batteries': 200,
  })
  const pace = slowness()
  for (const [door, busyMs] of Object.entries(worst))
    expect(busyMs, `${door} held the loop`).toBeLessThan(busyAtMostMs * pace)
  expect(sent).toBeGreaterThan(10)
  expect(metrics).toMatch(/^swath_loop_longest_stall_seconds /m)
  if (process.env['SAY']) console.log(worst, sent)
}, 300_000)
