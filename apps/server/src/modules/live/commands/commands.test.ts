// Commands to a drone: who may send them, what is stored, what can be cancelled. Delivery to the
// drone: gateway/commands.test.ts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandRoutes, type Command } from '@swath/contract/live/commands'
import { hashPassword } from '../../../platform/auth/passwords.ts'
import { insertRegions } from '../../../platform/auth/testing.queries.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { commandHandlers } from './commands.routes.ts'

const own = await ownTestDatabase(insertRegions)
let console_: Awaited<ReturnType<typeof open>>
const password = 'Swath2026'
let password_hash: string
const open = () =>
  openConsole(own, commandRoutes, commandHandlers, Date.parse('2026-11-20T04:00:00Z'))

beforeAll(async () => {
  password_hash = await hashPassword(password)
  console_ = await open()
})
afterAll(async () => {
  await console_.close()
})

let drones = 0
/** A maker, an owner, a tenant, and their drone. */
const world = async () => {
  const able = { can_create_sub: true }
  const [maker, owner, tenant] = [
    await console_.person({ ...able, type: 'manufacturer' }, { password_hash }),
    await console_.person({ ...able, type: 'operator' }, { password_hash }),
    await console_.person({ ...able, type: 'operator' }, { password_hash }),
  ]
  const droneId = `CMD-${++drones}`
  const modelId = `019a0000-0000-7000-8000-0000000000${String(drones).padStart(2, '0')}`
  await own.db
    .insertInto('drone_model')
    .values({
      id: modelId,
      manufacturer_id: maker.account.id,
      name: droneId,
      shape: 'six',
      power: 'electric',
      tank_l: 30,
      swath_width_m: 5,
    })
    .execute()
  await own.db
    .insertInto('drone')
    .values({
      id: droneId,
      name: 'North 1',
      model_id: modelId,
      manufacturer_id: maker.account.id,
      operator_id: owner.account.id,
      tenant_id: null,
      spray_width_m: 5,
      region_code: '156330106',
    })
    .execute()
  return {
    droneId,
    maker,
    owner,
    tenant,
    lease: () =>
      own.db
        .updateTable('drone')
        .set({ tenant_id: tenant.account.id })
        .where('id', '=', droneId)
        .execute(),
  }
}
const hold = (droneId: string) => ({ body: { droneId, command: { type: 'hold' } } })
const sent = (person: TestPerson, droneId: string, command: object = { type: 'hold' }) =>
  console_.ask<Command>(person, 'sendCommand', { body: { droneId, command } })

describe('sendCommand', () => {
  test('stores the command with its author and expiry, and logs it', async () => {
    const { droneId, owner } = await world()
    const command = await sent(owner, droneId, { type: 'setHeight', heightM: 4 })
    expect(command).toMatchObject({
      type: 'setHeight',
      arguments: { heightM: 4 },
      state: 'waiting',
      userName: 'A person',
      sentTime: null,
      can: { cancel: true },
    })
    expect(Date.parse(command.goodUntil) - Date.parse(command.createTime)).toBe(30_000)
    expect(
      await own.db
        .selectFrom('audit_log')
        .select(['action', 'object_id', 'details'])
        .where('account_id', '=', owner.account.id)
        .execute(),
    ).toEqual([
      { action: 'command.send', object_id: droneId, details: { command: 'setHeight', heightM: 4 } },
    ])
  })

  test('is allowed for the operator of the drone: the owner, and during a lease only the tenant', async () => {
    const { droneId, maker, owner, tenant, lease } = await world()
    expect(await console_.refusal(maker, 'sendCommand', hold(droneId))).toEqual([403, 'forbidden'])
    expect(await console_.refusal(tenant, 'sendCommand', hold(droneId))).toEqual([404, 'not_found'])
    await lease()
    expect(await console_.refusal(owner, 'sendCommand', hold(droneId))).toEqual([403, 'forbidden'])
    expect((await sent(tenant, droneId)).state).toBe('waiting')
  })

  test('switches spraying off and on', async () => {
    const { droneId, owner } = await world()
    for (const type of ['sprayOff', 'sprayOn'])
      expect(await sent(owner, droneId, { type })).toMatchObject({ type, arguments: {} })
  })

  test('refuses impossible commands, with a message at the field', async () => {
    const { droneId, owner } = await world()
    for (const command of [
      { type: 'setHeight', heightM: 500 },
      { type: 'setSpeed', speedMs: 0 },
      { type: 'setWidth' },
      { type: 'dance' },
      { type: 'uploadRoute', name: 'A', points: [] },
    ]) {
      expect(await console_.refusal(owner, 'sendCommand', { body: { droneId, command } })).toEqual([
        400,
        'invalid_input',
      ])
    }
  })

  test('logs a route by its name and length', async () => {
    const { droneId, owner } = await world()
    const points = [
      [120.05, 30.25],
      [120.06, 30.25],
      [120.06, 30.26],
    ].map((at) => ({ at, heightM: 3, pumpOn: true }))
    expect(
      (await sent(owner, droneId, { type: 'uploadRoute', name: 'East side', points })).arguments,
    ).toEqual({ name: 'East side', points: 3 })
  })

  test('a locked drone may return home, but not start', async () => {
    const { droneId, owner } = await world()
    await own.db.updateTable('drone').set({ locked: true }).where('id', '=', droneId).execute()
    expect(
      await console_.refusal(owner, 'sendCommand', {
        body: { droneId, command: { type: 'start' } },
      }),
    ).toEqual([409, 'drone_locked'])
    expect((await sent(owner, droneId, { type: 'return' })).type).toBe('return')
  })

  test('limits a console that sends too many commands', async () => {
    const { droneId, owner } = await world()
    for (let i = 0; i < 20; i++) await sent(owner, droneId)
    expect(await console_.refusal(owner, 'sendCommand', hold(droneId))).toEqual([
      429,
      'too_many_requests',
    ])
  })
})

describe('cancelCommand', () => {
  test('cancels commands that have not been sent, and no others', async () => {
    const { droneId, owner } = await world()
    const [first, second] = [await sent(owner, droneId), await sent(owner, droneId)]
    await own.db
      .updateTable('command')
      .set({ state: 'sent', sent_at: new Date() })
      .where('id', '=', second.commandId)
      .execute()
    expect(
      await console_.ask(owner, 'cancelCommand', { body: { droneId, commandId: first.commandId } }),
    ).toMatchObject({ state: 'cancelled', can: { cancel: false } })
    for (const { commandId } of [first, second]) {
      expect(
        await console_.refusal(owner, 'cancelCommand', { body: { droneId, commandId } }),
      ).toEqual([409, 'command_sent'])
    }
  })
})

describe('lockDrone', () => {
  const lock = (droneId: string, opr = 'lock', typed = password) => ({
    body: { droneId, opr, password: typed },
  })
  const isLocked = async (droneId: string) =>
    (
      await own.db
        .selectFrom('drone')
        .select('locked')
        .where('id', '=', droneId)
        .executeTakeFirstOrThrow()
    ).locked

  test('locks with the caller’s password and notifies the drone; an unlock replaces a lock that was not delivered', async () => {
    const { droneId, owner } = await world()
    const locked = await console_.ask<Command>(owner, 'lockDrone', lock(droneId))
    expect([locked.type, await isLocked(droneId)]).toEqual(['lock', true])
    const unlocked = await console_.ask<Command>(owner, 'lockDrone', lock(droneId, 'unlock'))
    expect([unlocked.type, await isLocked(droneId)]).toEqual(['unlock', false])
    const { items } = await console_.ask<{ items: Command[] }>(owner, 'listCommands', {
      query: { droneId },
    })
    expect(items.map(({ type, state }) => [type, state])).toEqual([
      ['unlock', 'waiting'],
      ['lock', 'cancelled'],
    ])
  })

  test('refuses a wrong password, and blocks after five', async () => {
    const { droneId, owner } = await world()
    for (let i = 0; i < 5; i++)
      expect(
        await console_.refusal(owner, 'lockDrone', lock(droneId, 'lock', 'Wrong2026')),
      ).toEqual([400, 'invalid_input'])
    expect(await console_.refusal(owner, 'lockDrone', lock(droneId))).toEqual([
      429,
      'too_many_requests',
    ])
    expect(await isLocked(droneId)).toBe(false)
    const noted = await own.db
      .selectFrom('audit_log')
      .select(['action', 'log_type'])
      .where('account_id', '=', owner.account.id)
      .where('action', 'like', 'password.%')
      .execute()
    expect(noted).toEqual(
      Array.from({ length: 5 }, () => ({ action: 'password.refuse-lock', log_type: 1 })),
    )
  })

  test('is for owner and maker; tenants can neither lock nor unlock', async () => {
    const { droneId, maker, tenant, lease } = await world()
    await lease()
    expect(await console_.refusal(tenant, 'lockDrone', lock(droneId))).toEqual([403, 'forbidden'])
    expect((await console_.ask<Command>(maker, 'lockDrone', lock(droneId))).type).toBe('lock')
  })
})

test('listCommands returns the commands of drones that the caller can see, filtered by state', async () => {
  const [one, other] = [await world(), await world()]
  const mine = await sent(one.owner, one.droneId)
  await sent(other.owner, other.droneId)
  const list = (person: TestPerson, query: Record<string, string> = {}) =>
    console_.ask<{ items: Command[]; total: number }>(person, 'listCommands', { query })
  expect((await list(one.owner)).items.map(({ commandId }) => commandId)).toEqual([mine.commandId])
  expect((await list(one.maker)).items[0]!.can).toEqual({ cancel: false })
  expect((await list(one.owner, { state: 'done' })).total).toBe(0)
  expect((await list(one.owner, { droneId: other.droneId })).total).toBe(0)
})

describe('a route', () => {
  test('through a prohibited zone is refused; through a zone that needs consent, it requires confirmation', async () => {
    const { droneId, owner } = await world()
    const zone = (name: string, restriction: 'prohibited' | 'conditional', lng: number) => ({
      id: crypto.randomUUID(),
      account_id: owner.account.id,
      name,
      type: 1 as const,
      shape: 'circle' as const,
      center_lng: lng,
      center_lat: 28,
      radius_m: 100,
      bounds: `(${lng + 0.01},28.01),(${lng - 0.01},27.99)`,
      area_m2: 31_416,
      region_code: '156330106',
      restriction,
    })
    await own.db
      .insertInto('no_fly_zone')
      .values([zone('School', 'prohibited', 121), zone('Wetland', 'conditional', 121.1)])
      .execute()
    const fly = (lng: number) => ({
      type: 'uploadRoute',
      name: 'A line',
      points: [lng - 0.005, lng + 0.005].map((at) => ({ at: [at, 28], heightM: 3, pumpOn: true })),
    })
    expect(
      await console_.refusal(owner, 'sendCommand', { body: { droneId, command: fly(121) } }),
    ).toEqual([409, 'route_in_zone'])
    expect(
      await console_.refusal(owner, 'sendCommand', { body: { droneId, command: fly(121.1) } }),
    ).toEqual([409, 'route_needs_consent'])
    const agreed = await sent(owner, droneId, { ...fly(121.1), hasConsent: true })
    expect(agreed.arguments).toEqual({ name: 'A line', points: 2 })
    expect(
      await console_.refusal(owner, 'sendCommand', {
        body: { droneId, command: { ...fly(121), hasConsent: true } },
      }),
    ).toEqual([409, 'route_in_zone'])
    expect((await sent(owner, droneId, fly(122))).type).toBe('uploadRoute')
  })
})
