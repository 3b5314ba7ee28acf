// The caster as base stations and rovers see it, on real sockets.
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { orderTypes } from '@swath/domain/service-terms'
import { insertAccount, type TestAccount } from '../../platform/auth/testing.queries.ts'
import { settableClock } from '../../platform/clock/clock.ts'
import { ownTestDatabase } from '../../platform/database/testing-file.ts'
import { uuidv7 } from '../../platform/database/uuid.ts'
import { createEventBus, type EventBus } from '../../platform/events/events.ts'
import {
  insertDroneRow,
  insertFlight,
  insertModel,
  type TestDrone,
} from '../../modules/flights/flights/testing-rows.queries.ts'
import { hasLapsedCorrections } from '../../modules/money/public.ts'
import { insertPaidOrder } from '../../modules/money/orders/testing-orders.queries.ts'
import { loadRegionTable } from '../../modules/people/regions/regions.seed.ts'
import { createChunkReader } from './chunked-body.ts'
import { startNtripCaster, type NtripCaster } from './ntrip-caster.ts'
import { hashNtripSecret } from './ntrip-secret.ts'

const now = Date.parse('2026-06-15T04:00:00Z')
const { db } = await ownTestDatabase(loadRegionTable)
let caster: NtripCaster
let events: EventBus
let maker: TestAccount
let mount: string
let mountId: string
const sockets: Socket[] = []
/** Secrets of drones, by drone id. */
const secrets = new Map<string, string>()

beforeEach(async () => {
  events = createEventBus()
  maker = await insertAccount(db, { type: 'manufacturer' })
  mountId = uuidv7(now)
  mount = `M${mountId.slice(-12)}`
  await db
    .insertInto('ntrip_mount')
    .values({
      id: mountId,
      account_id: maker.id,
      name: mount,
      place: 'North; field',
      format: 'RTCM 3.2',
      lng: 120.15,
      lat: 30.25,
      base_secret_hash: hashNtripSecret('of-the-base'),
      rover_secret_hash: hashNtripSecret('of-rovers'),
      base_agent: null,
    })
    .execute()
  caster = await startNtripCaster({
    db,
    events,
    clock: settableClock(now),
    log: pino({ level: 'silent' }),
    host: '127.0.0.1',
    port: 0,
    credentials: {
      check: async (droneId, secret) => secrets.get(droneId) === secret.toString(),
      forget: () => undefined,
    },
    hasLapsedCorrections: hasLapsedCorrections(db),
  })
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await caster.close()
})

type Client = { socket: Socket; come: () => string; closed: () => boolean }
const open = (head: string): Client => {
  const socket = connect(caster.port, '127.0.0.1')
  sockets.push(socket)
  let text = ''
  socket.on('data', (bytes) => (text += bytes.toString('latin1')))
  socket.on('error', () => undefined)
  socket.write(head)
  return { socket, come: () => text, closed: () => socket.destroyed || socket.readableEnded }
}
const basic = (user: string, password: string): string =>
  `Authorization: Basic ${Buffer.from(`${user}:${password}`).toString('base64')}\r\n`
const rover = (login = basic('anybody', 'of-rovers'), version: 1 | 2 = 1, name = mount): Client =>
  open(
    version === 1
      ? `GET /${name} HTTP/1.0\r\nUser-Agent: NTRIP test\r\n${login}\r\n`
      : `GET /${name} HTTP/1.1\r\nHost: x\r\nNtrip-Version: Ntrip/2.0\r\nUser-Agent: NTRIP test\r\n${login}\r\n`,
  )
const base = (password = 'of-the-base', name = mount): Client =>
  open(`SOURCE ${password} ${name}\r\nSource-Agent: NTRIP Base 1\r\n\r\n`)
const until = (client: Client, text: string) => expect.poll(() => client.come()).toContain(text)

describe('NTRIP 1', () => {
  test('a rover receives the base’s bytes unchanged, from its own connection on', async () => {
    const sender = base()
    await until(sender, 'ICY 200 OK\r\n\r\n')
    const early = rover()
    await until(early, 'ICY 200 OK\r\n\r\n')
    sender.socket.write(Buffer.from([0xd3, 0x00, 0x13, 0x3e]))
    await expect.poll(() => early.come()).toBe('ICY 200 OK\r\n\r\n\xd3\x00\x13>')
    const late = rover()
    await until(late, 'ICY 200 OK\r\n\r\n')
    sender.socket.write('next')
    await until(late, 'next')
    expect(late.come()).toBe('ICY 200 OK\r\n\r\nnext')
    expect(early.come()).toBe('ICY 200 OK\r\n\r\n\xd3\x00\x13>next')
  })

  test('a wrong password and an unknown mount point are rejected', async () => {
    await until(base('wrong'), 'ERROR - Bad Password')
    await until(base('of-the-base', 'NOWHERE'), 'ERROR - Mount Point')
    await until(rover(basic('anybody', 'wrong')), 'HTTP/1.0 401')
    await until(rover(''), 'HTTP/1.0 401')
    await until(rover(basic('anybody', 'of-rovers'), 1, 'NOWHERE'), 'SOURCETABLE 200 OK')
  })

  test('the source table lists every enabled mount point, field by field', async () => {
    const asking = open('GET / HTTP/1.0\r\nUser-Agent: NTRIP test\r\n\r\n')
    await until(asking, 'ENDSOURCETABLE')
    expect(asking.come()).toContain(
      `STR;${mount};North, field;RTCM 3.2;;2;GNSS;none;;30.25;120.15;`,
    )
    await db.updateTable('ntrip_mount').set({ enabled: false }).where('id', '=', mountId).execute()
    const again = open('GET / HTTP/1.0\r\n\r\n')
    await until(again, 'ENDSOURCETABLE')
    expect(again.come()).not.toContain(mount)
  })
})

describe('NTRIP 2', () => {
  test('data is received and sent in chunks', async () => {
    const sender = open(
      `POST /${mount} HTTP/1.1\r\nHost: x\r\nNtrip-Version: Ntrip/2.0\r\nTransfer-Encoding: chunked\r\n${basic('base', 'of-the-base')}\r\n`,
    )
    await until(sender, 'HTTP/1.1 200 OK')
    const receiver = rover(undefined, 2)
    await until(receiver, 'Content-Type: gnss/data')
    sender.socket.write('5\r\nhel')
    sender.socket.write('lo\r\n6;x=y\r\n world\r\n')
    await until(receiver, 'rld')
    const body = receiver.come().slice(receiver.come().indexOf('\r\n\r\n') + 4)
    const { content } = createChunkReader()(Buffer.from(body, 'latin1'))
    expect(Buffer.concat(content).toString()).toBe('hello world')
    expect(receiver.come()).toContain('Transfer-Encoding: chunked')
  })

  test('an unknown mount point answers 404 and missing credentials 401', async () => {
    await until(rover(undefined, 2, 'NOWHERE'), 'HTTP/1.1 404')
    await until(rover('', 2), 'HTTP/1.1 401')
  })
})

describe('a drone', () => {
  const fly = async (given: { operatorId?: string } = {}): Promise<string> => {
    const other = await insertAccount(db, { type: 'manufacturer' })
    const owner = given.operatorId ? other : maker
    const { id } = await insertDroneRow(db, {
      modelId: await insertModel(db, owner.id),
      manufacturerId: owner.id,
      operatorId: given.operatorId ?? null,
      name: 'North',
    })
    secrets.set(id, `of-${id}`)
    return id
  }

  test('signs in with its own id and secret at a mount point of its maker', async () => {
    const id = await fly()
    await until(rover(basic(id, `of-${id}`)), 'ICY 200 OK')
    const stranger = await insertAccount(db, { type: 'operator', operator_type: 'team' })
    const foreign = await fly({ operatorId: stranger.id })
    await until(rover(basic(foreign, `of-${foreign}`)), '401')
  })

  test('a rover whose receiver is blocked, or whose service has ended, gets no corrections', async () => {
    const id = await fly()
    await db
      .insertInto('rtk_device')
      .values({
        id: `RX-${id}`,
        account_id: maker.id,
        kind: 'onboard',
        qxdsk: null,
        drone_id: id,
        expires_on: '2026-06-15',
        warned_days: null,
        created_at: new Date(now),
      })
      .execute()
    const served = rover(basic(id, `of-${id}`))
    await until(served, 'ICY 200 OK')
    const change = (fields: { allowed?: boolean; expires_on?: string }) =>
      db.updateTable('rtk_device').set(fields).where('id', '=', `RX-${id}`).execute()
    await change({ expires_on: '2026-06-14' })
    await until(rover(basic(id, `of-${id}`)), '401')
    await change({ expires_on: '2026-06-15', allowed: false })
    await until(rover(basic(id, `of-${id}`)), '401')
    // The next check disconnects connected clients.
    events.emit('mountsChanged', { mountId })
    await expect.poll(() => served.closed()).toBe(true)
  })
})

/** A drone with its own credentials that only its maker owns. */
const insertDroneOfMaker = async (): Promise<TestDrone> => {
  const drone = await insertDroneRow(db, {
    modelId: await insertModel(db, maker.id),
    manufacturerId: maker.id,
    operatorId: null,
  })
  secrets.set(drone.id, `of-${drone.id}`)
  return drone
}

test('a drone whose RTK service is unpaid is rejected with that reason; in the air it still gets corrections', async () => {
  const drone = await insertDroneOfMaker()
  const { id } = drone
  const served = rover(basic(id, `of-${id}`))
  await until(served, 'ICY 200 OK')
  const pay = (year: number) =>
    insertPaidOrder(db, { droneId: id, accountId: maker.id, orderType: orderTypes.rtk, year })
  await pay(2025)
  await until(rover(basic(id, `of-${id}`)), 'HTTP/1.0 402')
  await until(rover(basic(id, `of-${id}`), 2), 'HTTP/1.1 402')
  // In the air no drone is disconnected.
  events.emit('mountsChanged', { mountId })
  const sender = base()
  await until(sender, 'ICY 200 OK')
  sender.socket.write('next')
  await until(served, 'next')
  await insertFlight(db, drone, { startMs: now - 60_000, open: true })
  await until(rover(basic(id, `of-${id}`)), 'ICY 200 OK')
})

test('a drone that has paid again receives corrections on its next attempt', async () => {
  const { id } = await insertDroneOfMaker()
  const pay = (year: number) =>
    insertPaidOrder(db, { droneId: id, accountId: maker.id, orderType: orderTypes.rtk, year })
  await pay(2025)
  await until(rover(basic(id, `of-${id}`)), 'HTTP/1.0 402')
  await pay(2026)
  await until(rover(basic(id, `of-${id}`)), 'ICY 200 OK')
})

describe('clients do not disturb each other', () => {
  test('a rover that does not read is disconnected, and the others receive everything', async () => {
    const sender = base()
    await until(sender, 'ICY 200 OK')
    const slow = connect(caster.port, '127.0.0.1')
    sockets.push(slow)
    slow.on('error', () => undefined)
    slow.write(`GET /${mount} HTTP/1.0\r\n${basic('a', 'of-rovers')}\r\n`)
    slow.pause()
    const quick = rover()
    await until(quick, 'ICY 200 OK')
    await expect.poll(() => caster.figures()['ntrip_rovers']).toBe(2)
    const block = Buffer.alloc(16 * 1024, 'x')
    let sent = 0
    // The largest burst allowed, again and again while the clock advances.
    for (let i = 0; i < 30; i++) {
      sender.socket.write(block)
      sent += block.length
      await expect.poll(() => quick.come().length).toBe('ICY 200 OK\r\n\r\n'.length + sent)
    }
    expect(quick.come().length).toBe('ICY 200 OK\r\n\r\n'.length + sent)
  })

  test('a base that floods is disconnected; a newer connection replaces the older', async () => {
    const first = base()
    await until(first, 'ICY 200 OK')
    const second = base()
    await until(second, 'ICY 200 OK')
    await expect.poll(() => first.closed()).toBe(true)
    second.socket.write(Buffer.alloc(600 * 1024))
    await expect.poll(() => second.closed()).toBe(true)
  })

  test('clients with invalid or unfinished requests are disconnected', async () => {
    const strange = open(`HELO x\r\n\r\n`)
    await expect.poll(() => strange.closed()).toBe(true)
    const endless = open('x'.repeat(5000))
    await expect.poll(() => endless.closed()).toBe(true)
  })

  test('after many wrong passwords from one address, refusals are delayed and the right password still works', async () => {
    for (let i = 0; i < 20; i++) await until(base('wrong'), 'ERROR')
    const late = [base('wrong'), rover(basic('anybody', 'wrong')), rover(basic('a', 'b'), 2)]
    await until(base(), 'ICY 200 OK')
    await until(rover(), 'ICY 200 OK')
    const { id } = await insertDroneOfMaker()
    await until(rover(basic(id, `of-${id}`)), 'ICY 200 OK')
    expect(late.map((client) => client.come())).toEqual(['', '', ''])
    await expect.poll(() => late[0]!.come(), { timeout: 10_000 }).toContain('Bad Password')
  })

  test('silent connections use up only the limit of their own address', async () => {
    const sender = base()
    await until(sender, 'ICY 200 OK')
    const early = rover()
    await until(early, 'ICY 200 OK')
    const silent = Array.from({ length: 300 }, () => open(''))
    await expect.poll(() => silent.filter((one) => one.closed()).length).toBe(300 - 64)
    const beside = connect({ port: caster.port, host: '127.0.0.1', localAddress: '127.0.0.2' })
    sockets.push(beside)
    beside.write('GET / HTTP/1.0\r\n\r\n')
    let come = ''
    beside.on('data', (bytes) => (come += String(bytes)))
    await expect.poll(() => come).toContain('ENDSOURCETABLE')
    await until(rover(), 'ICY 200 OK') // from the same address as the silent ones
    sender.socket.write('next')
    await until(early, 'next')
    expect(caster.figures()['ntrip_waiting']).toBeLessThanOrEqual(64)
  })

  test('a drone’s newest connections are kept', async () => {
    const { id } = await insertDroneOfMaker()
    const first = rover(basic(id, `of-${id}`))
    await until(first, 'ICY 200 OK')
    await until(rover(basic(id, `of-${id}`)), 'ICY 200 OK')
    expect(first.closed()).toBe(false)
    await until(rover(basic(id, `of-${id}`)), 'ICY 200 OK')
    await expect.poll(() => first.closed()).toBe(true)
  })
})

test('the console shows the sender, its start and its receivers; new passwords disconnect', async () => {
  const sender = base()
  await until(sender, 'ICY 200 OK')
  const receiver = rover()
  await until(receiver, 'ICY 200 OK')
  sender.socket.write('data')
  await until(receiver, 'data')
  events.emit('mountsChanged', { mountId })
  const state = () =>
    db.selectFrom('ntrip_mount').where('id', '=', mountId).selectAll().executeTakeFirstOrThrow()
  await expect.poll(async () => (await state()).rover_count).toBe(1)
  expect(await state()).toMatchObject({
    base_agent: 'NTRIP Base 1',
    base_since: new Date(now),
    last_data_at: new Date(now),
  })
  await db.updateTable('ntrip_mount').set({ version: 2 }).where('id', '=', mountId).execute()
  events.emit('mountsChanged', { mountId })
  await expect.poll(() => sender.closed() && receiver.closed()).toBe(true)
  await sleep(0)
})
