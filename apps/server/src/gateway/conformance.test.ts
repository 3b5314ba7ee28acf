// Runs the conformance script for firmware makers against this server, and checks the stored
// result.
import { spawn } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../platform/clock/clock.ts'
import { ownTestDatabase } from '../platform/database/testing-file.ts'
import { createEventBus } from '../platform/events/events.ts'
import { startGateway, type Gateway } from './gateway.ts'
import { orderCommand, stateOfCommand } from './commands/testing-commands.queries.ts'
import { seedFleet, type TestFleet } from './testing.seed.ts'

const script = fileURLToPath(new URL('../../../../tools/conformance/run.mjs', import.meta.url))
const events = createEventBus()

const own = await ownTestDatabase()
let fleet: TestFleet
let gateway: Gateway

beforeAll(async () => {
  fleet = await seedFleet(own.db, 'CF', 3)
  gateway = await startGateway({
    db: own.db,
    clock: systemClock,
    config: { host: '127.0.0.1', mqttPort: 0 },
    events,
    log: pino({ level: 'silent' }),
  })
})
afterAll(async () => {
  await gateway?.stop()
})

const run = async (
  more: readonly string[],
  onLine: (line: string) => void = () => undefined,
  port = gateway.mqttPort,
): Promise<{ lines: string[]; code: number | null }> => {
  const child = spawn(process.execPath, [script, '--url', `mqtt://127.0.0.1:${port}`, ...more], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (bytes: Buffer) => {
    said += bytes.toString()
    onLine(bytes.toString())
  })
  const code = await new Promise<number | null>((resolve) => {
    child.once('close', resolve)
  })
  return { lines: said.trim().split('\n'), code }
}

test('a server that accepts every connection and never replies does not pass', async () => {
  const careless = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.write(Buffer.from([0x20, 2, 0, 0])))
  })
  await new Promise<void>((resolve) => {
    careless.listen(0, '127.0.0.1', resolve)
  })
  const { lines, code } = await run(
    ['--user', 'A-1', '--password', 'secret', '--only', 'refused with 4'],
    undefined,
    (careless.address() as AddressInfo).port,
  )
  careless.close()
  expect(lines.at(-1)).toBe('0 passed, 4 failed, 0 skipped')
  expect([lines[0], code]).toEqual([
    'FAIL  connect: a wrong secret is refused with 4: CONNACK 0 instead of 4',
    1,
  ])
})

test('this server implements the whole protocol', async () => {
  const [drone, stranger] = [fleet.drones[0]!, fleet.drones[1]!]
  let orderedId: string | null = null
  const { lines, code } = await run(
    [
      '--user',
      drone.droneId,
      '--password',
      drone.secret,
      '--other',
      stranger.droneId,
      '--commands',
      '20',
    ],
    (line) => {
      if (!line.includes('give this drone a command')) return
      void orderCommand(own.db, {
        droneId: drone.droneId,
        accountId: fleet.operatorId,
        type: 'hold',
        nowMs: Date.now(),
      }).then((id) => {
        orderedId = id
        events.emit('commandWaiting', { droneId: drone.droneId })
      })
    },
  )
  expect(lines.filter((line) => line.startsWith('FAIL'))).toEqual([])
  expect(lines.at(-1)).toMatch(/^\d+ passed, 0 failed, 0 skipped$/)
  expect(code).toBe(0)
  expect((await stateOfCommand(own.db, orderedId!)).state).toBe('done')

  // Contains the real flight but not the simulated one, the quarantined messages, and nothing for
  // the other drone.
  const sorties = await own.db
    .selectFrom('work_record')
    .select(['covered_m2'])
    .where('drone_id', '=', drone.droneId)
    .execute()
  expect(sorties.length).toBe(1)
  // 16.8 times 5e-5 degrees by 5 m, from switching the pump on to switching it off
  expect(Math.abs(sorties[0]!.covered_m2 - 404.2)).toBeLessThan(2)
  await gateway.stop()
  const reasons = (
    await own.db
      .selectFrom('quarantine')
      .select('reason')
      .distinct()
      .where('drone_id', '=', drone.droneId)
      .execute()
  ).map(({ reason }) => reason)
  expect(reasons).toEqual(
    expect.arrayContaining([
      'malformed',
      'unknown_version',
      'too_large',
      'not_a_point',
      'null_island',
      'clock_unset',
      'not_an_event',
      'foreign_topic',
      'unknown_topic',
      'retained',
      'flooding',
    ]),
  )
  expect(
    await own.db
      .selectFrom('quarantine')
      .select('reason')
      .where('drone_id', '=', stranger.droneId)
      .execute(),
  ).toEqual([])
}, 180_000)
