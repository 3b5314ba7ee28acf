// Drones connect over real MQTT with factory credentials, derived from keys that their maker set
// over HTTP.
import { createHmac, randomBytes } from 'node:crypto'
import { connectAsync, type MqttClient } from 'mqtt'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSealer } from '../../platform/config/master-key.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { ownTestDatabase } from '../../platform/database/testing-file.ts'
import type { TestPerson } from '../../platform/http/testing-console.ts'
import { openAccounts, type Accounts } from '../../modules/people/accounts/testing-accounts.ts'
import { loadRegionTable } from '../../modules/people/regions/regions.seed.ts'
import { startGateway, type Gateway } from '../gateway.ts'
import { insertMakersDrones } from '../testing-makers.seed.ts'

const masterKey = randomBytes(32)
const database = await ownTestDatabase(loadRegionTable)
let accounts: Accounts
let gateway: Gateway
let maker: TestPerson
let rival: TestPerson
const clients: MqttClient[] = []

beforeAll(async () => {
  accounts = await openAccounts(database, { masterKey })
  maker = await accounts.at('manufacturer', 'Maker', accounts.root)
  rival = await accounts.at('manufacturer', 'Rival', accounts.root)
  await insertMakersDrones(database.db, maker.account.id, ['MAKER-1', 'MAKER-2'])
  await insertMakersDrones(database.db, rival.account.id, ['RIVAL-1'])
  gateway = await startGateway({
    db: database.db,
    clock: systemClock,
    events: accounts.services.events,
    log: pino({ level: 'silent' }),
    config: { host: '127.0.0.1', mqttPort: 0 },
    sealer: createSealer({ masterKey, dataFolder: '/nowhere', demo: false, production: true }),
  })
})
afterAll(async () => {
  for (const client of clients) await client.endAsync(true)
  await gateway.stop()
  await accounts.close()
})

const connect = async (droneId: string, password: string): Promise<MqttClient> => {
  const client = await connectAsync(`mqtt://127.0.0.1:${gateway.mqttPort}`, {
    clientId: droneId,
    username: droneId,
    password,
    reconnectPeriod: 0,
    protocolVersion: 4,
  })
  clients.push(client)
  return client
}
const refused = (droneId: string, password: string) =>
  expect(connect(droneId, password), password.slice(0, 6)).rejects.toThrow(
    /Bad username or password/,
  )
/** Derives the password as a factory does, from the downloaded file alone. */
const passwordFor = async (droneId: string, vid: string): Promise<string> => {
  const file = (await accounts.send('downloadSecretKey', { params: { vid } }, maker)).body
  const key = Buffer.from(
    file.split('\n').find((line) => line !== '' && !line.startsWith('#'))!,
    'base64',
  )
  return `k${vid}.${createHmac('sha256', key).update(droneId).digest('base64url')}`
}

test('a drone connects by its maker’s key; not as another drone, by a competitor’s key or under another vendor number', async () => {
  await accounts.ask(maker, 'setSecretKey', { params: { vid: '4711' } })
  const password = await passwordFor('MAKER-1', '4711')
  const client = await connect('MAKER-1', password)
  await client.publishAsync('v1/d/MAKER-1/state', '{"v":1,"online":true}', { qos: 1 })
  await refused('MAKER-2', password)
  await refused('RIVAL-1', await passwordFor('RIVAL-1', '4711'))
  await refused('MAKER-1', password.replace('k4711', 'k4712'))
  await refused('nobody', await passwordFor('nobody', '4711'))
})

test('rotating a key revokes the older one at once: drones that used it are disconnected, others stay connected', async () => {
  await accounts.ask(maker, 'setSecretKey', { params: { vid: '4713' } })
  await accounts.ask(maker, 'setSecretKey', { params: { vid: '4714' } })
  const old = await passwordFor('MAKER-1', '4713')
  const [first, second] = [
    await connect('MAKER-1', old),
    await connect('MAKER-2', await passwordFor('MAKER-2', '4714')),
  ]
  const gone = new Promise((resolve) => {
    first.once('close', () => resolve('closed'))
  })
  await accounts.ask(maker, 'setSecretKey', { params: { vid: '4713' } })
  expect(await gone).toBe('closed')
  await refused('MAKER-1', old)
  expect(second.connected).toBe(true)
  await connect('MAKER-1', await passwordFor('MAKER-1', '4713'))
})
