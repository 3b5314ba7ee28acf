import { beforeEach, describe, expect, test } from 'vitest'
import { droneModelRoutes, type DroneModel } from '@swath/contract/fleet/drone-models'
import type { DroneRow } from '@swath/contract/fleet/drone-list'
import { droneRoutes } from '@swath/contract/fleet/drones'
import { fileRoutes } from '@swath/contract/files'
import { verifyChain } from '../../../platform/audit/audit.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { findFlyingDrone as droneOfPipeline } from '../../../gateway/recompute/flying-drone.queries.ts'
import { tx } from '../../../platform/database/database.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { droneHandlers } from '../drones/drones.routes.ts'
import { drawing } from '../../people/files/testing-uploads.ts'
import { fileHandlers } from '../../people/files/files.routes.ts'
import { insertDroneRow, insertTotal, readCsv } from '../../flights/flights/testing-rows.queries.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { droneModelHandlers } from './drone-models.routes.ts'

const now = Date.parse('2026-06-15T04:00:00Z')
const routes = {
  addDrone: droneRoutes.addDrone,
  getDrone: droneRoutes.getDrone,
  setDeviceType: droneRoutes.setDeviceType,
  ...droneModelRoutes,
  ...fileRoutes,
}
type List = {
  items: DroneModel[]
  total: number
  stats: { modelNum: number; zzNum: number; droneNum: number; workArea: number }
}

const database = await ownTestDatabase(loadRegionTable)
const { db } = database
let console_: Awaited<ReturnType<typeof openConsole<typeof routes>>>
let platform: TestPerson
let maker: TestPerson
let other: TestPerson
let team: TestPerson
/**
 * Part of every name and number of this test, because the platform also sees those of other tests.
 */
let mark: string

beforeEach(async () => {
  const stored = new Map<string, Uint8Array>()
  const store = {
    put: async (key: string, bytes: Uint8Array) => void stored.set(key, bytes),
    get: async (key: string) => stored.get(key) ?? null,
    remove: async (key: string) => void stored.delete(key),
  }
  console_ = await openConsole(
    database,
    routes,
    (services) => ({
      ...droneHandlers(services, { port: () => 18_830 }),
      ...droneModelHandlers(services),
      ...fileHandlers(services, store),
    }),
    now,
  )
  mark = crypto.randomUUID().slice(0, 6)
  platform = await console_.person({ type: 'platform', name: 'The platform' })
  maker = await console_.person({ type: 'manufacturer', name: `Alpha ${mark}` })
  other = await console_.person({ type: 'manufacturer', name: `Beta ${mark}` })
  team = await console_.person({ type: 'operator', operator_type: 'team', name: 'Green Team' })
  return () => console_.close()
})

const buildBody = (given: object = {}) => ({
  modelName: `Hexa ${mark}`,
  shape: 'six',
  power: 'electric',
  tankL: 30,
  sprayWidth: 5.5,
  ...given,
})
const add = (given: object = {}, person = maker) =>
  console_.ask<DroneModel>(person, 'addDroneModel', { body: buildBody(given) })
const list = (person = maker, query: Record<string, string | number> = {}) =>
  console_.ask<List>(person, 'listDroneModels', { query: { modelName: mark, ...query } })
const insertDrone = (
  model: DroneModel,
  given: Partial<Parameters<typeof insertDroneRow>[1]> = {},
) =>
  insertDroneRow(db, {
    modelId: model.flyModelId,
    manufacturerId: model.zzAccountId,
    operatorId: team.account.id,
    ...given,
  })
const addRange = (model: DroneModel, firstId: string, lastId: string, person = maker) =>
  console_.ask<DroneModel>(person, 'addModelIdRange', {
    body: { flyModelId: model.flyModelId, firstId, lastId },
  })
const register = (droneId: string, flyModelId: string | null, person: TestPerson) =>
  console_.ask<DroneRow>(person, 'addDrone', { body: { droneId, droneName: 'New', flyModelId } })
const readAudit = (id: string) =>
  db
    .selectFrom('audit_log')
    .select(['action', 'object_name', 'details'])
    .where('object_id', '=', id)
    .orderBy('at')
    .orderBy('number')
    .execute()
/** Longer than any number of other tests. */
const number = (n: number): string => `${mark}-${String(n).padStart(4, '0')}`

describe('addDroneModel', () => {
  test('a maker adds its own, the platform for any maker; both are in the log', async () => {
    const own = await add({ modelName: `  Hexa ${mark} `, pictureUrl: '' })
    expect(own).toMatchObject({
      modelName: `Hexa ${mark}`,
      shape: 'six',
      power: 'electric',
      tankL: 30,
      sprayWidth: 5.5,
      pictureUrl: null,
      zzAccountId: maker.account.id,
      zzAccountName: `Alpha ${mark}`,
      droneNum: 0,
      workArea: 0,
      idRanges: [],
      createdAt: new Date(now).toISOString(),
      can: { update: true, delete: true, merge: true },
    })
    const given = await add(
      { zzAccountId: other.account.id, shape: 'single', power: 'oil' },
      platform,
    )
    expect(given).toMatchObject({ zzAccountId: other.account.id, shape: 'single', power: 'oil' })
    expect(await readAudit(given.flyModelId)).toMatchObject([
      {
        action: 'drone-model.add',
        object_name: `Hexa ${mark}`,
        details: { after: { shape: 'single', tankL: 30, manufacturer: `Beta ${mark}` } },
      },
    ])
    expect(await verifyChain(db, platform.account.id)).toMatchObject({ whole: true })
    expect((await list()).items.map(({ flyModelId }) => flyModelId)).toEqual([own.flyModelId])
    expect(
      await console_.ask(maker, 'getDroneModel', { params: { modelId: own.flyModelId } }),
    ).toEqual(own)
    expect(
      await console_.refusal(maker, 'getDroneModel', { params: { modelId: given.flyModelId } }),
    ).toEqual([404, 'not_found'])
  })

  test('every shape and power of the specification is accepted, nothing else, and errors name their field', async () => {
    for (const shape of ['single', 'dual', 'three', 'four', 'six', 'eight', 'other'])
      expect((await add({ shape, modelName: `${shape} ${mark}` })).shape).toBe(shape)
    for (const power of ['electric', 'oil', 'hybrid'])
      expect((await add({ power, modelName: `${power} ${mark}` })).power).toBe(power)
    for (const [field, value] of [
      ['shape', 'seven'],
      ['power', 'steam'],
      ['tankL', -1],
      ['tankL', null],
      ['sprayWidth', 0],
      ['sprayWidth', 51],
      ['modelName', '  '],
    ] as const) {
      const reply = await console_.send(
        'addDroneModel',
        { body: buildBody({ [field]: value }), language: 'ko' },
        maker,
      )
      expect(reply.json()).toMatchObject({ code: 'invalid_input', details: [{ path: field }] })
    }
    expect(
      (await console_.send('addDroneModel', { body: buildBody() }, platform)).json(),
    ).toMatchObject({ code: 'invalid_input', details: [{ path: 'zzAccountId' }] })
  })

  test('a name is unique per maker; of twenty concurrent requests one succeeds', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        console_.refusal(maker, 'addDroneModel', { body: buildBody() }),
      ),
    )
    expect(answers.toSorted(([one], [other]) => one - other)).toEqual([
      [200, undefined],
      ...Array.from({ length: 19 }, () => [409, 'model_name_taken']),
    ])
    expect(
      (await console_.send('addDroneModel', { body: buildBody() }, maker)).json(),
    ).toMatchObject({ details: [{ path: 'modelName' }] })
    expect(await add({}, other)).toMatchObject({ modelName: `Hexa ${mark}` })
  })

  test('is refused for another maker, for a company that is no maker, and without the right', async () => {
    expect(
      await console_.refusal(maker, 'addDroneModel', {
        body: buildBody({ zzAccountId: other.account.id }),
      }),
    ).toEqual([404, 'not_found'])
    expect(
      await console_.refusal(platform, 'addDroneModel', {
        body: buildBody({ zzAccountId: team.account.id }),
      }),
    ).toEqual([404, 'not_found'])
    for (const person of [
      await console_.colleague(maker, { user_type: 3 }),
      team,
      await console_.person({ type: 'government' }),
    ]) {
      expect(await console_.refusal(person, 'addDroneModel', { body: buildBody() })).toEqual([
        403,
        'forbidden',
      ])
    }
    expect(await console_.ask(maker, 'listModelMakers')).toEqual({
      items: [{ accountId: maker.account.id, accountName: `Alpha ${mark}` }],
    })
    const makers = await console_.ask<{ items: { accountId: string }[] }>(
      platform,
      'listModelMakers',
    )
    expect(makers.items.map(({ accountId }) => accountId)).toEqual(
      expect.arrayContaining([maker.account.id, other.account.id]),
    )
  })

  test('the picture is an upload that anyone may view; a replaced one is released', async () => {
    const upload = async () => {
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(await drawing())]))
      const request = new Request('http://x', { method: 'POST', body: form })
      const reply = await console_.server.inject({
        method: 'POST',
        url: '/api/user/upload',
        payload: Buffer.from(await request.arrayBuffer()),
        headers: {
          'host': 'localhost',
          'authorization': `Bearer ${maker.token}`,
          'content-type': request.headers.get('content-type')!,
        },
      })
      return reply.json<{ url: string }>().url
    }
    const first = await upload()
    const model = await add({ pictureUrl: first })
    expect(model.pictureUrl).toBe(first)
    expect(
      (await console_.server.inject({ url: first, headers: { host: 'localhost' } })).statusCode,
    ).toBe(200)
    const second = await upload()
    await console_.ask(maker, 'updateDroneModel', {
      body: { flyModelId: model.flyModelId, ...buildBody({ pictureUrl: second }) },
    })
    const rows = await db
      .selectFrom('stored_file')
      .select(['key', 'purpose', 'account_id'])
      .where('uploaded_by', '=', maker.id)
      .orderBy('uploaded_at')
      .orderBy('key')
      .execute()
    expect(
      new Map(
        rows.map(({ key, purpose, account_id }) => [`/api/files/${key}`, [purpose, account_id]]),
      ),
    ).toEqual(
      new Map([
        [first, [null, null]],
        [second, ['model', maker.account.id]],
      ]),
    )
    expect(
      await console_.refusal(maker, 'addDroneModel', {
        body: buildBody({ modelName: 'X', pictureUrl: '/api/files/nothing' }),
      }),
    ).toEqual([400, 'invalid_input'])
    expect(
      await console_.refusal(other, 'addDroneModel', { body: buildBody({ pictureUrl: second }) }),
    ).toEqual([400, 'invalid_input'])
  })
})

describe('listDroneModels', () => {
  test('filters, orders, pages and sums models that the caller can see', async () => {
    const hexa = await add({ tankL: 40 })
    const quad = await add({
      modelName: `Quad_${mark}`,
      shape: 'four',
      power: 'hybrid',
      sprayWidth: 4,
    })
    const foreign = await add({ modelName: `Mono ${mark}` }, other)
    const [a] = [await insertDrone(hexa), await insertDrone(hexa), await insertDrone(quad)]
    await insertTotal(db, a!.id, { sorties: 3, coveredM2: 20_000, lastMs: now })
    const names = async (query: Record<string, string | number>, person = maker) =>
      (await list(person, query)).items.map(({ modelName }) => modelName.replace(/.?\w{6}$/, ''))
    expect(await names({})).toEqual(['Hexa', 'Quad'])
    expect(await names({ modelName: 'quad_' })).toEqual(['Quad'])
    expect(await names({ shape: 'six' })).toEqual(['Hexa'])
    expect(await names({ power: 'hybrid' })).toEqual(['Quad'])
    for (const sortParam of [
      'modelName',
      '-tankL',
      '-sprayWidth',
      '-droneNum',
      '-workArea',
      'createdAt',
      '-zzAccountName',
    ])
      expect((await names({ sortParam }))[0], sortParam).toBe('Hexa')
    expect(await names({ sortParam: '-modelName', pageSize: 1, currentPage: 2 })).toEqual(['Hexa'])
    expect((await list()).stats).toEqual({
      modelNum: 2,
      zzNum: 1,
      droneNum: 3,
      workArea: expect.closeTo(30, 6),
    })
    expect((await list()).items[0]).toMatchObject({
      droneNum: 2,
      sortieCount: 3,
      workArea: expect.closeTo(30, 6),
    })
    expect(await names({}, platform)).toEqual(['Hexa', 'Mono', 'Quad'])
    expect(await names({ zzAccountName: 'beta' }, platform)).toEqual(['Mono'])
    expect(await names({ zzAccountId: other.account.id }, platform)).toEqual(['Mono'])
    // An operator sees the models of its drones, but cannot change them or see their numbers.
    await addRange(hexa, number(1), number(9))
    expect((await list(team)).items).toMatchObject([
      {
        modelName: hexa.modelName,
        idRanges: [],
        can: { update: false, delete: false, merge: false },
      },
      { modelName: quad.modelName },
    ])
    expect(
      (await list(await console_.person({ type: 'operator', operator_type: 'team' }))).items,
    ).toEqual([])
    expect(
      (
        await list(await console_.person({ type: 'government', region_code: '156330106' }))
      ).items.map(({ flyModelId }) => flyModelId),
    ).not.toContain(foreign.flyModelId)
  })

  test('exportDroneModels: the filtered ones in the caller’s language', async () => {
    const model = await add({ shape: 'single', power: 'oil' })
    await addRange(model, number(1), number(9))
    await add({ modelName: `=cmd ${mark}`, shape: 'eight' })
    const reply = await console_.send(
      'exportDroneModels',
      { query: { modelName: mark, shape: 'single', areaUnit: 'mu' }, language: 'zh-CN' },
      maker,
    )
    expect(reply.headers['content-disposition']).toBe('attachment; filename="drone-models.csv"')
    const rows = readCsv(reply.body)
    expect(rows.map((row) => Object.values(row))).toEqual([
      [
        `Hexa ${mark}`,
        `Alpha ${mark}`,
        '单轴直升机',
        '油动',
        '30.0',
        '5.5',
        '0',
        '0',
        '0.00',
        `${number(1)} – ${number(9)}`,
        '2026/06/15 12:00:00',
        '2026/06/15 12:00:00',
      ],
    ])
    expect(Object.keys(rows[0]!).slice(0, 6)).toEqual([
      '机型',
      '制造商',
      '机架',
      '动力',
      '药箱 (L)',
      '喷幅 (m)',
    ])
    expect(
      (
        await console_.send(
          'exportDroneModels',
          { query: { shape: 'eight', modelName: mark } },
          maker,
        )
      ).body,
    ).toContain(`'=cmd`)
  })
})

describe('updateDroneModel', () => {
  const change = (model: DroneModel, given: object, person = maker) =>
    console_.ask<DroneModel>(person, 'updateDroneModel', {
      body: { flyModelId: model.flyModelId, ...buildBody(given) },
    })
  const readSwathWidth = async (droneId: string) =>
    (await console_.ask<DroneRow>(maker, 'getDrone', { query: { droneId } })).sprayWidth

  test('drones without their own width follow the model, the others keep theirs', async () => {
    const model = await add()
    const follows = await insertDrone(model, { spray_width_m: null })
    const own = await insertDrone(model, { spray_width_m: 7 })
    const registered = await register(number(1), model.flyModelId, maker)
    expect([
      await readSwathWidth(follows.id),
      await readSwathWidth(own.id),
      registered.sprayWidth,
    ]).toEqual([5.5, 7, 5.5])
    console_.heard.length = 0
    console_.clock.advance(1000)
    expect(await change(model, { sprayWidth: 6.5, modelName: `Hexa II ${mark}` })).toMatchObject({
      sprayWidth: 6.5,
      modelName: `Hexa II ${mark}`,
      updatedAt: new Date(now + 1000).toISOString(),
    })
    expect([
      await readSwathWidth(follows.id),
      await readSwathWidth(own.id),
      await readSwathWidth(registered.droneId),
    ]).toEqual([6.5, 7, 6.5])
    // The width in a work record where the points have none.
    const flown = (droneId: string) =>
      tx(db, async (trx) => (await droneOfPipeline(trx, droneId))!.swathWidthM)
    expect([await flown(follows.id), await flown(own.id)]).toEqual([6.5, 7])
    // The live map and the pipeline are notified of exactly these drones.
    expect(console_.heard).toEqual([
      { name: 'dronesChanged', event: { droneIds: [follows.id, registered.droneId].toSorted() } },
    ])
    expect((await readAudit(model.flyModelId)).at(-1)).toMatchObject({
      action: 'drone-model.update',
      details: {
        before: { sprayWidth: 5.5 },
        after: { sprayWidth: 6.5, modelName: `Hexa II ${mark}` },
      },
    })
    console_.heard.length = 0
    await change(model, { sprayWidth: 6.5 })
    expect(console_.heard).toEqual([])
  })

  test('changing only a drone’s kind keeps its model; a width that was set stays until it is reset to the model’s', async () => {
    const model = await add()
    const { id } = await insertDrone(model, { spray_width_m: null })
    const set = (deviceType: string, sprayWidth: number) =>
      console_.ask<DroneRow>(maker, 'setDeviceType', {
        params: { droneId: id },
        body: { deviceType, sprayWidth },
      })
    const own = async () =>
      (
        await db
          .selectFrom('drone')
          .select('spray_width_m')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).spray_width_m
    expect([(await set('spreader', 5.5)).sprayWidth, await own()]).toEqual([5.5, null])
    expect([(await set('spreader', 7)).sprayWidth, await own()]).toEqual([7, 7])
    expect([(await set('spreader', 5.5)).sprayWidth, await own()]).toEqual([5.5, null])
  })

  test('a name that is taken is refused; a model of another maker does not exist; staff with read access may not', async () => {
    const model = await add()
    const second = await add({ modelName: `Quad ${mark}` })
    const body = { flyModelId: second.flyModelId, ...buildBody() }
    expect(await console_.refusal(maker, 'updateDroneModel', { body })).toEqual([
      409,
      'model_name_taken',
    ])
    expect(await console_.refusal(other, 'updateDroneModel', { body })).toEqual([404, 'not_found'])
    expect(
      await console_.refusal(
        await console_.colleague(maker, { user_type: 3 }),
        'updateDroneModel',
        { body },
      ),
    ).toEqual([403, 'forbidden'])
    expect(await change(model, { tankL: 45 }, platform)).toMatchObject({
      tankL: 45,
      zzAccountId: maker.account.id,
    })
  })
})

describe('deleteDroneModel', () => {
  test('is refused with the reason while a drone has the model; then it is deleted with its ranges', async () => {
    const model = await add()
    const drone = await insertDrone(model)
    await addRange(model, number(1), number(9))
    const reply = await console_.send(
      'deleteDroneModel',
      { params: { modelId: model.flyModelId } },
      maker,
    )
    expect([reply.statusCode, reply.json()]).toMatchObject([
      409,
      { code: 'in_use', details: [{ path: 'drones', message: 'Drones of this model: 1' }] },
    ])
    await db.deleteFrom('drone').where('id', '=', drone.id).execute()
    expect(
      await console_.refusal(other, 'deleteDroneModel', { params: { modelId: model.flyModelId } }),
    ).toEqual([404, 'not_found'])
    await console_.ask(maker, 'deleteDroneModel', { params: { modelId: model.flyModelId } })
    expect((await list()).items).toEqual([])
    expect((await readAudit(model.flyModelId)).at(-1)).toMatchObject({
      action: 'drone-model.delete',
      object_name: model.modelName,
      details: { ranges: [`${number(1)} – ${number(9)}`] },
    })
    await addRange(await add(), number(1), number(9))
  })

  test('a drone registered at the same time gets the model, or is refused because the model is deleted', async () => {
    for (let round = 0; round < 5; round++) {
      const model = await add({ modelName: `R${round} ${mark}` })
      const [deleted, registered] = await Promise.all([
        console_.refusal(maker, 'deleteDroneModel', { params: { modelId: model.flyModelId } }),
        console_.refusal(maker, 'addDrone', {
          body: { droneId: number(round), droneName: 'X', flyModelId: model.flyModelId },
        }),
      ])
      expect([
        [
          [200, undefined],
          [409, 'conflict'],
        ],
        [
          [204, undefined],
          [409, 'conflict'],
        ],
        [
          [204, undefined],
          [404, 'not_found'],
        ],
        [
          [409, 'in_use'],
          [200, undefined],
        ],
      ]).toContainEqual([deleted, registered])
    }
  })
})

describe('mergeDroneModels', () => {
  const merge = (from: DroneModel, to: DroneModel, person = maker) =>
    console_.refusal(person, 'mergeDroneModels', {
      body: { flyModelId: from.flyModelId, targetModelId: to.flyModelId },
    })

  test('moves drones and ranges, deletes the merged model, and names both in the log', async () => {
    const old = await add({ modelName: `Old ${mark}`, sprayWidth: 4 })
    const stays = await add()
    const follows = await insertDrone(old, { spray_width_m: null })
    const own = await insertDrone(old, { spray_width_m: 3 })
    await addRange(old, number(1), number(9))
    console_.heard.length = 0
    const answer = await console_.ask<{
      model: DroneModel
      movedDrones: number
      movedRanges: number
    }>(maker, 'mergeDroneModels', {
      body: { flyModelId: old.flyModelId, targetModelId: stays.flyModelId },
    })
    expect(answer).toMatchObject({
      movedDrones: 2,
      movedRanges: 1,
      model: {
        flyModelId: stays.flyModelId,
        droneNum: 2,
        idRanges: [{ firstId: number(1), lastId: number(9) }],
      },
    })
    expect((await list()).items.map(({ flyModelId }) => flyModelId)).toEqual([stays.flyModelId])
    const drone = (droneId: string) =>
      console_.ask<DroneRow>(maker, 'getDrone', { query: { droneId } })
    expect(await drone(follows.id)).toMatchObject({ flyModelId: stays.flyModelId, sprayWidth: 5.5 })
    expect(await drone(own.id)).toMatchObject({ flyModelId: stays.flyModelId, sprayWidth: 3 })
    expect(console_.heard).toEqual([
      { name: 'dronesChanged', event: { droneIds: expect.arrayContaining([follows.id, own.id]) } },
    ])
    expect((await readAudit(old.flyModelId)).at(-1)).toMatchObject({
      action: 'drone-model.merge',
      object_name: `Old ${mark}`,
      details: {
        into: stays.modelName,
        intoModelId: stays.flyModelId,
        movedDrones: 2,
        movedRanges: 1,
        droneIds: expect.arrayContaining([own.id]),
      },
    })
    expect(await register(number(5), null, maker)).toMatchObject({ flyModelId: stays.flyModelId })
  })

  test('of two overlapping merges at once, one succeeds and the other gets a conflict', async () => {
    for (let round = 0; round < 4; round++) {
      const [a, b] = [
        await add({ modelName: `A${round} ${mark}` }),
        await add({ modelName: `B${round} ${mark}` }),
      ]
      await insertDrone(a!)
      await insertDrone(b!)
      const answers = await Promise.all(
        round % 2 ? [merge(a!, b!), merge(b!, a!)] : [merge(a!, b!), merge(a!, b!)],
      )
      expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
      expect([
        [409, 'conflict'],
        [404, 'not_found'],
      ]).toContainEqual(answers.find(([status]) => status !== 200))
      const left = (await list(maker, { modelName: `${round} ${mark}` })).items
      expect(left).toMatchObject([{ droneNum: 2 }])
    }
  })

  test('is refused with itself, with another maker’s model, and for other accounts', async () => {
    const [a, b, foreign] = [
      await add(),
      await add({ modelName: `B ${mark}` }),
      await add({}, other),
    ]
    const reply = await console_.send(
      'mergeDroneModels',
      { body: { flyModelId: a.flyModelId, targetModelId: a.flyModelId } },
      maker,
    )
    expect(reply.json()).toMatchObject({
      code: 'invalid_input',
      details: [{ path: 'targetModelId', message: 'Choose a different model.' }],
    })
    expect(await merge(a, foreign)).toEqual([404, 'not_found'])
    expect(await merge(a, foreign, platform)).toEqual([409, 'models_of_two_makers'])
    expect(await merge(a, b, other)).toEqual([404, 'not_found'])
    expect(await merge(a, b, await console_.colleague(maker, { user_type: 3 }))).toEqual([
      403,
      'forbidden',
    ])
  })
})

describe('addModelIdRange', () => {
  const refused = async (model: DroneModel, firstId: string, lastId: string, person = maker) =>
    (
      await console_.send(
        'addModelIdRange',
        { body: { flyModelId: model.flyModelId, firstId, lastId } },
        person,
      )
    ).json<{ code: string; details?: { path: string; message: string }[] }>()

  test('new drones of the range get the model, regardless of who registers them, and no choice overrides it', async () => {
    const model = await add()
    const second = await add({ modelName: `Quad ${mark}` })
    expect((await addRange(model, number(1), number(99))).idRanges).toMatchObject([
      { firstId: number(1), lastId: number(99), droneNum: 0 },
    ])
    expect(await register(number(1), null, maker)).toMatchObject({
      flyModelId: model.flyModelId,
      sprayWidth: 5.5,
      zzAccountId: maker.account.id,
    })
    // An operator registers its first drone of this maker, whose models it could not choose.
    expect(await register(number(99), null, team)).toMatchObject({
      flyModelId: model.flyModelId,
      yyAccountId: team.account.id,
    })
    expect(
      await console_.refusal(maker, 'addDrone', {
        body: { droneId: number(2), droneName: 'X', flyModelId: second.flyModelId },
      }),
    ).toEqual([409, 'number_of_a_model'])
    expect(
      (
        await console_.send(
          'addDrone',
          { body: { droneId: number(2), droneName: 'X', flyModelId: second.flyModelId } },
          maker,
        )
      ).json<{ message: string }>().message,
    ).toContain(model.modelName)
    expect(
      await console_.refusal(other, 'addDrone', {
        body: { droneId: number(2), droneName: 'X', flyModelId: null },
      }),
    ).toEqual([409, 'number_refused'])
    // Outside the range, longer and shorter: no model is derived.
    for (const droneId of [number(100), `${number(5)}0`, number(5).slice(0, -1)]) {
      expect(
        (await console_.send('addDrone', { body: { droneId, droneName: 'X' } }, maker)).json(),
      ).toMatchObject({ code: 'invalid_input', details: [{ path: 'flyModelId' }] })
    }
    expect(
      (await list()).items.find(({ flyModelId }) => flyModelId === model.flyModelId)!.idRanges,
    ).toMatchObject([{ droneNum: 2 }])
    const named = (person: TestPerson, droneId = number(7)) =>
      console_.ask(person, 'findModelOfNumber', { query: { droneId } })
    const found = {
      model: {
        flyModelId: model.flyModelId,
        modelName: model.modelName,
        zzAccountName: `Alpha ${mark}`,
      },
    }
    expect([await named(maker), await named(team), await named(platform)]).toEqual([
      found,
      found,
      found,
    ])
    expect([await named(other), await named(maker, number(100))]).toEqual([
      { model: null },
      { model: null },
    ])
    expect(await readAudit(model.flyModelId)).toMatchObject([
      { action: 'drone-model.add' },
      { action: 'drone-model.add-range', details: { firstId: number(1), lastId: number(99) } },
    ])
  })

  test('conflicting ranges are shown: own ones by name, those of others only as far as they overlap', async () => {
    const model = await add()
    const second = await add({ modelName: `Quad ${mark}` })
    const foreign = await add({}, other)
    await addRange(model, number(10), number(20))
    expect(await refused(second, number(20), number(30))).toMatchObject({
      code: 'range_taken',
      details: [
        {
          path: 'firstId',
          message: `${number(10)} – ${number(20)} belongs to ${model.modelName}.`,
        },
      ],
    })
    expect(await refused(model, number(12), number(12))).toMatchObject({ code: 'range_taken' })
    expect((await refused(foreign, number(15), number(30), other)).details).toEqual([
      {
        path: 'firstId',
        message: `${number(15)} – ${number(20)} belongs to a model of another manufacturer.`,
      },
    ])
    await addRange(second, number(21), number(30))
    await addRange(second, number(9), number(9))
    await addRange(second, `${number(10)}0`, `${number(20)}0`) // longer numbers are others
    expect(
      (await list(maker, { modelName: 'Quad' })).items[0]!.idRanges.map(({ firstId }) => firstId),
    ).toEqual([number(9), number(21), `${number(10)}0`])
  })

  test('a range that contains drones of another maker is refused', async () => {
    const model = await add()
    await insertDrone(await add({}, other), { id: number(5) })
    expect(await refused(model, number(1), number(9))).toMatchObject({
      code: 'range_holds_others',
      details: [{ message: expect.stringContaining('1') }],
    })
    await addRange(model, number(6), number(9))
  })

  test('errors in the ends of a range name their field', async () => {
    const model = await add()
    expect((await refused(model, 'SW-1', 'SW-10')).details).toEqual([
      { path: 'lastId', message: 'Both ends must have the same number of characters.' },
    ])
    expect((await refused(model, 'SW-9', 'SW-1')).details).toEqual([
      { path: 'lastId', message: 'The last number must not be before the first.' },
    ])
    expect((await refused(model, 'S 1', 'S 2')).code).toBe('invalid_input')
  })

  test('of many overlapping ranges at once one is added, and the others get its owner', async () => {
    const models = await Promise.all(
      ['A', 'B', 'C', 'D'].map((letter) => add({ modelName: `${letter} ${mark}` })),
    )
    const answers = await Promise.all(
      models.map((model, i) => refused(model, number(i), number(i + 10))),
    )
    expect(answers.filter(({ code }) => code === undefined)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'range_taken')).toHaveLength(3)
    const winner = models[answers.findIndex(({ code }) => code === undefined)]!
    for (const answer of answers.filter(({ code }) => code))
      expect(answer.details![0]!.message).toContain(winner.modelName)
  })

  test('deleteModelIdRange: affects new drones only, and is allowed for those who manage the model', async () => {
    const model = await add()
    const ranged = await addRange(model, number(1), number(9))
    const drone = await register(number(1), null, maker)
    const params = { modelId: model.flyModelId, rangeId: ranged.idRanges[0]!.rangeId }
    expect(await console_.refusal(other, 'deleteModelIdRange', { params })).toEqual([
      404,
      'not_found',
    ])
    expect(
      await console_.refusal(maker, 'deleteModelIdRange', {
        params: { ...params, rangeId: model.flyModelId },
      }),
    ).toEqual([404, 'not_found'])
    expect(
      (await console_.ask<DroneModel>(maker, 'deleteModelIdRange', { params })).idRanges,
    ).toEqual([])
    expect(
      (await console_.ask<DroneRow>(maker, 'getDrone', { query: { droneId: drone.droneId } }))
        .flyModelId,
    ).toBe(model.flyModelId)
    expect(
      await console_.refusal(maker, 'addDrone', { body: { droneId: number(2), droneName: 'X' } }),
    ).toEqual([400, 'invalid_input'])
    expect((await readAudit(model.flyModelId)).at(-1)).toMatchObject({
      action: 'drone-model.delete-range',
      details: { firstId: number(1), lastId: number(9) },
    })
  })
})
