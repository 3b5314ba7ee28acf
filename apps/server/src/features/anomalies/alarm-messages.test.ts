import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { anomalyRoutes } from '@swath/contract/anomalies'
import { createThemes } from '../../platform/auth/themes.ts'
import { ownTestDatabase } from '../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../platform/http/testing-console.ts'
import { createMessages } from '../../platform/messages/messages.ts'
import type { OutgoingMessage } from '../../platform/messages/driver.ts'
import {
  insertDroneRow,
  insertFlight,
  insertModel,
  type TestDrone,
} from '../flights/testing-rows.queries.ts'
import { loadRegionTable } from '../regions/regions.seed.ts'
import { startAlarmMessages } from './alarm-messages.ts'
import { anomalyHandlers } from './anomalies.routes.ts'

const now = Date.parse('2026-06-15T04:00:00Z')
const database = await ownTestDatabase(loadRegionTable)
let console_: Awaited<ReturnType<typeof openConsole<typeof anomalyRoutes>>>
let sent: OutgoingMessage[]
let alarms: ReturnType<typeof startAlarmMessages>
let team: TestPerson
let drone: TestDrone

beforeEach(async () => {
  console_ = await openConsole(database, anomalyRoutes, anomalyHandlers, now)
  sent = []
  const { services } = console_
  const messages = createMessages(
    { ...services, log: pino({ level: 'silent' }) },
    { sms: { send: async (message) => void sent.push(message) } },
  )
  alarms = startAlarmMessages({ ...services, themes: createThemes(services), messages })
  const maker = await console_.person({ type: 'manufacturer', name: 'Alpha Works' }, { rights: [] })
  team = await console_.person({
    type: 'operator',
    operator_type: 'team',
    name: 'Green Team',
    region_code: '156330100',
  })
  drone = await insertDroneRow(database.db, {
    modelId: await insertModel(database.db, maker.account.id),
    manufacturerId: maker.account.id,
    operatorId: team.account.id,
  })
  return () => console_.close()
})

const raise = async ({
  level = 1,
  live = true,
  of = drone,
}: { level?: 1 | 2; live?: boolean; of?: TestDrone } = {}): Promise<void> => {
  const id = crypto.randomUUID()
  const sortieId = await insertFlight(database.db, of, { startMs: now - 60_000 })
  await database.db
    .insertInto('anomaly')
    .values({
      drone_id: of.id,
      id,
      sortie_id: sortieId,
      type: level === 1 ? 1 : 2,
      level,
      cause: 'x',
      at: new Date(now),
      lng: 120.15,
      lat: 30.25,
      evidence: JSON.stringify({ zoneName: 'Airport East' }),
      manufacturer_id: of.manufacturerId,
      operator_id: of.operatorId,
      tenant_id: of.tenantId,
      region_code: '156330100',
    })
    .execute()
  console_.services.events.emit('anomaly', { droneId: of.id, anomalyId: id, live })
  await alarms.stop()
}
const told = () => sent.map(({ to }) => to).toSorted()

describe('an alarm of level 1', () => {
  test('is told by SMS to members who hold the right, with drone, zone and time on their clock, and to nobody else', async () => {
    const business = await console_.colleague(team, { user_type: 5 })
    await console_.colleague(team, { user_type: 3 }) // staff: without the right
    await console_.colleague(team, { user_type: 5, data_scope: 'personal' }) // did not fly it
    await console_.colleague(team, { user_type: 5, enabled: false })
    const county = await console_.person({
      type: 'government',
      name: 'Hangzhou',
      region_code: '156330100',
    })
    await console_.person({ type: 'government', name: 'Elsewhere', region_code: '156440000' })
    await console_.person({
      type: 'operator',
      operator_type: 'team',
      name: 'Stranger',
      region_code: '156330100',
    })
    await console_.person({ type: 'platform', name: 'Root' })
    await raise()
    expect(told()).toEqual([team.phone, business.phone, county.phone].toSorted())
    expect(sent[0]!.text).toMatch(
      /Airport East.*2026\/06\/15 12:00:00|2026\/06\/15 12:00:00.*Airport East/,
    )
  })

  test('comes once for a drone and a person in ten minutes', async () => {
    await raise()
    const { services } = console_
    alarms = startAlarmMessages({
      ...services,
      themes: createThemes(services),
      messages: createMessages(services, {
        sms: { send: async (message) => void sent.push(message) },
      }),
    })
    await raise()
    expect(told().filter((phone) => phone === team.phone)).toHaveLength(1)
  })
})

test.each([
  ['of level 2', { level: 2 }],
  ['found in points that came late', { live: false }],
] as const)('nobody is told of one %s', async (_what, given) => {
  await raise(given)
  expect(sent).toEqual([])
})
