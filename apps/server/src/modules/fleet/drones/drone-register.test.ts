import { Buffer } from 'node:buffer'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import readWorkbook from 'read-excel-file/node'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { importColumns, type DroneImport } from '@swath/contract/fleet/drone-imports'
import type { DroneRow } from '@swath/contract/fleet/drone-list'
import { droneRoutes, type DroneDetail } from '@swath/contract/fleet/drones'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { xlsxStream } from '../../../platform/listing/xlsx.ts'
import { drawing } from '../../people/files/testing-uploads.ts'
import {
  insertDroneRow,
  insertFlight,
  insertModel,
  type TestDrone,
} from '../../flights/flights/testing-rows.queries.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { droneHandlers } from './drones.routes.ts'

const now = Date.parse('2026-06-15T04:00:00Z')
type Drones = typeof droneRoutes

const database = await ownTestDatabase()
const { db } = database
let folder: string
let console_: Awaited<ReturnType<typeof openConsole<Drones>>>
let maker: TestPerson
let team: TestPerson
let rival: TestPerson
let modelId: string
let [green, red] = ['', '']

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drone-register-'))
  await loadRegionTable(db)
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  console_ = await openConsole(
    database,
    droneRoutes,
    (services) => droneHandlers(services, { port: () => 18_830 }),
    now,
    { dataFolder: folder },
  )
  ;[green, red] = ['Green', 'Red'].map(
    (name) => `${name} Team ${crypto.randomUUID().slice(0, 8)}`,
  ) as [string, string]
  maker = await console_.person({ type: 'manufacturer', name: 'Alpha Works' }, { name: 'Wang Mei' })
  team = await console_.person({ type: 'operator', operator_type: 'team', name: green })
  rival = await console_.person({
    type: 'operator',
    operator_type: 'team',
    name: red,
    region_code: '156440106',
  })
  modelId = await insertModel(db, maker.account.id, 'Hexa 30')
  return () => console_.close()
})

const insertDrone = (given: Partial<Parameters<typeof insertDroneRow>[1]> = {}) =>
  insertDroneRow(db, {
    modelId,
    manufacturerId: maker.account.id,
    operatorId: team.account.id,
    ...given,
  })
const readDetail = (person: TestPerson, { id }: TestDrone) =>
  console_.ask<DroneDetail>(person, 'getDrone', { query: { droneId: id } })
const readLog = (drone: TestDrone) =>
  db
    .selectFrom('audit_log')
    .select(['action', 'user_name', 'details', 'account_id'])
    .where('object_id', '=', drone.id)
    .orderBy('at')
    .orderBy('number')
    .execute()
const change = (drone: TestDrone, given: object = {}) => ({
  body: {
    droneId: drone.id,
    flyModelId: modelId,
    droneName: 'North 2',
    regMark: 'B-70XYZ',
    rackNo: 'F-9',
    buyer: 'Li Farm',
    ...given,
  },
})

describe('changes of one field or the entry', () => {
  test('updateDrone: by owner, maker and platform; the old values are in the log', async () => {
    const drone = await insertDrone({ name: 'North' })
    const changed = await console_.ask<DroneRow>(team, 'updateDrone', change(drone))
    expect(changed).toMatchObject({
      droneName: 'North 2',
      regMark: 'B-70XYZ',
      rackNo: 'F-9',
      buyer: 'Li Farm',
      version: 2,
      can: { update: true, editAsManufacturer: false },
    })
    expect(
      await console_.ask<DroneRow>(maker, 'updateDrone', change(drone, { buyer: ' ' })),
    ).toMatchObject({ buyer: null, version: 3, can: { editAsManufacturer: true } })
    // No change, so no log entry.
    await console_.ask(maker, 'updateDrone', change(drone, { buyer: null }))
    expect(await readLog(drone)).toMatchObject([
      {
        action: 'drone.update',
        details: {
          before: { droneName: 'North', regMark: null, rackNo: null, buyer: null },
          after: { droneName: 'North 2', regMark: 'B-70XYZ', rackNo: 'F-9', buyer: 'Li Farm' },
        },
      },
      { action: 'drone.update', details: { before: { buyer: 'Li Farm' }, after: { buyer: null } } },
    ])
    expect(console_.heard.filter(({ event }) => 'droneIds' in (event as object))).toHaveLength(2)
  })

  test('the model is changed only by its maker, and to one of the same maker', async () => {
    const second = await insertModel(db, maker.account.id, 'Quad 10')
    const foreign = await insertModel(
      db,
      (await console_.person({ type: 'manufacturer' })).account.id,
    )
    const drone = await insertDrone()
    expect(
      await console_.refusal(team, 'updateDrone', change(drone, { flyModelId: second })),
    ).toEqual([403, 'forbidden'])
    expect(
      await console_.refusal(maker, 'updateDrone', change(drone, { flyModelId: foreign })),
    ).toEqual([404, 'not_found'])
    expect(
      await console_.ask<DroneRow>(maker, 'updateDrone', change(drone, { flyModelId: second })),
    ).toMatchObject({ flyModelId: second, modelName: 'Quad 10' })
  })

  test('setSaleType, setMakerNumber, setDeviceType, updateRental', async () => {
    const drone = await insertDrone()
    const params = { droneId: drone.id }
    expect(
      await console_.ask(team, 'setSaleType', { params, body: { saleType: 3 } }),
    ).toMatchObject({ saleType: 3 })
    expect(
      await console_.refusal(team, 'setMakerNumber', { params, body: { zzDroneNum: 'A-1' } }),
    ).toEqual([403, 'forbidden'])
    expect(
      await console_.ask(maker, 'setMakerNumber', { params, body: { zzDroneNum: 'A-1' } }),
    ).toMatchObject({ zzDroneNum: 'A-1' })
    expect(
      await console_.ask(team, 'setDeviceType', {
        params,
        body: { deviceType: 'spreader', sprayWidth: 7.25 },
      }),
    ).toMatchObject({ deviceType: 'spreader', sprayWidth: 7.25 })
    for (const rentalModel of [1, 2, 3, 5, null])
      expect(
        await console_.ask(team, 'updateRental', { body: { droneId: drone.id, rentalModel } }),
      ).toMatchObject({ rentalModel })
    for (const rentalModel of [0, 4, 6])
      expect(
        (
          await console_.refusal(team, 'updateRental', { body: { droneId: drone.id, rentalModel } })
        )[0],
      ).toBe(400)
    expect(
      (
        await console_.refusal(team, 'setDeviceType', {
          params,
          body: { deviceType: 'sprayer', sprayWidth: 0.1 },
        })
      )[0],
    ).toBe(400)
    expect((await readLog(drone)).map(({ action }) => action)).toEqual([
      'drone.sale-type',
      'drone.maker-number',
      'drone.device-type',
      ...Array(5).fill('drone.rental'),
    ])
  })

  test('setActivation: 0 to 1 by the maker, recorded with person and time; no way back from 2', async () => {
    const drone = await insertDrone({ activation: 0 })
    const params = { droneId: drone.id }
    expect(
      await console_.refusal(team, 'setActivation', { params, body: { activation: 1 } }),
    ).toEqual([403, 'forbidden'])
    await console_.ask(maker, 'setActivation', { params, body: { activation: 1 } })
    expect(await readDetail(team, drone)).toMatchObject({
      activation: 1,
      releasedAt: new Date(now).toISOString(),
      releasedBy: 'Wang Mei',
      activatedAt: null,
    })
    await db
      .updateTable('drone')
      .set({ activation: 2, activated_at: new Date(now + 1000) })
      .where('id', '=', drone.id)
      .execute()
    expect(
      await console_.refusal(maker, 'setActivation', { params, body: { activation: 0 } }),
    ).toEqual([409, 'drone_activated'])
    expect(await readDetail(team, drone)).toMatchObject({
      activation: 2,
      activatedAt: new Date(now + 1000).toISOString(),
    })
  })

  test('of twenty changes based on the same version one succeeds, the others get a conflict', async () => {
    const drone = await insertDrone()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        console_.refusal(team, 'updateDrone', change(drone, { droneName: `N${i}`, version: 1 })),
      ),
    )
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
    expect(answers.filter(([, code]) => code === 'conflict')).toHaveLength(19)
  })

  test('a tenant, a government, staff and strangers change nothing', async () => {
    const tenant = await console_.person({ type: 'operator', operator_type: 'team' })
    const county = await console_.person({ type: 'government', region_code: '156330106' })
    const drone = await insertDrone({ tenantId: tenant.account.id })
    for (const person of [tenant, county, await console_.colleague(team, { user_type: 3 })])
      expect(await console_.refusal(person, 'updateDrone', change(drone))).toEqual([
        403,
        'forbidden',
      ])
    expect(await console_.refusal(rival, 'updateDrone', change(drone))).toEqual([404, 'not_found'])
    expect(await readLog(drone)).toEqual([])
  })
})

describe('changeOwner', () => {
  const hand = (person: TestPerson, drone: TestDrone, to: TestPerson | null, version = 1) => ({
    body: { droneId: drone.id, yyAccountId: to?.account.id ?? null, version },
  })

  test('the new owner has the drone at once; its past work stays with the old one; the history shows both', async () => {
    const drone = await insertDrone()
    const sortieId = await insertFlight(db, drone, { startMs: now - 3_600_000 })
    expect(
      await console_.ask<DroneRow>(maker, 'changeOwner', hand(maker, drone, rival)),
    ).toMatchObject({ yyAccountId: rival.account.id, regionCode: '156440106', version: 2 })
    expect(await console_.refusal(team, 'getDrone', { query: { droneId: drone.id } })).toEqual([
      404,
      'not_found',
    ])
    const detail = await readDetail(rival, drone)
    expect(detail.owners).toEqual([
      {
        yyAccountName: red,
        zzAccountName: 'Alpha Works',
        startTime: new Date(now).toISOString(),
        endTime: null,
        changedBy: null,
      },
      {
        yyAccountName: green,
        zzAccountName: 'Alpha Works',
        startTime: detail.createdAt,
        endTime: new Date(now).toISOString(),
        changedBy: 'Wang Mei',
      },
    ])
    expect(detail.lastSortieId).toBeNull()
    expect((await readDetail(maker, drone)).lastSortieId).toBe(sortieId)
    expect(
      await db
        .selectFrom('work_record')
        .select('operator_id')
        .where('drone_id', '=', drone.id)
        .execute(),
    ).toEqual([{ operator_id: team.account.id }])
    expect(await readLog(drone)).toMatchObject([
      {
        action: 'drone.change-owner',
        account_id: maker.account.id,
        details: { before: { yyAccountName: green }, after: { yyAccountName: red } },
      },
    ])
  })

  test('the version is optional: without it there is no conflict check', async () => {
    const drone = await insertDrone()
    expect(
      await console_.ask(maker, 'changeOwner', {
        body: { droneId: drone.id, yyAccountId: rival.account.id },
      }),
    ).toMatchObject({ version: 2 })
  })

  test('back to the maker, and to a sub-company by the owner; other accounts are not found', async () => {
    const sub = await console_.person({
      type: 'operator',
      operator_type: 'team',
      parent: team.account,
      name: 'Green Sub',
    })
    const drone = await insertDrone()
    expect(await console_.refusal(team, 'changeOwner', hand(team, drone, rival))).toEqual([
      404,
      'not_found',
    ])
    expect(await console_.ask(team, 'changeOwner', hand(team, drone, sub))).toMatchObject({
      yyAccountId: sub.account.id,
    })
    expect(await console_.ask(team, 'changeOwner', hand(team, drone, null, 2))).toMatchObject({
      yyAccountId: null,
    })
    expect((await readLog(drone)).map(({ action }) => action).toSorted()).toEqual([
      'drone.change-owner',
      'drone.return-to-maker',
    ])
    expect(await console_.refusal(team, 'getDrone', { query: { droneId: drone.id } })).toEqual([
      404,
      'not_found',
    ])
    expect(
      (await readDetail(maker, drone)).owners?.map(({ yyAccountName }) => yyAccountName),
    ).toEqual([null, 'Green Sub', green])
    const waiting = await console_.person({ type: 'operator', check_status: 1 })
    for (const person of [waiting, await console_.person({ type: 'farmer' }), maker])
      expect(await console_.refusal(maker, 'changeOwner', hand(maker, drone, person, 3))).toEqual([
        404,
        'not_found',
      ])
  })

  test('of two at once one succeeds, the other gets a conflict', async () => {
    const third = await console_.person({ type: 'operator', operator_type: 'team' })
    for (let round = 0; round < 5; round++) {
      const drone = await insertDrone()
      const answers = await Promise.all([
        console_.refusal(maker, 'changeOwner', hand(maker, drone, rival)),
        console_.refusal(maker, 'changeOwner', hand(maker, drone, third)),
      ])
      expect(answers.map(([status]) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
      expect(answers.map(([, code]) => code)).toContain('conflict')
      expect(
        await db
          .selectFrom('drone_former_parties')
          .select('until_at')
          .where('drone_id', '=', drone.id)
          .execute(),
      ).toHaveLength(1)
    }
  })

  test('is refused while the drone is leased, to its present owner, and for a tenant', async () => {
    const tenant = await console_.person({ type: 'operator', operator_type: 'team' })
    const drone = await insertDrone({ tenantId: tenant.account.id })
    expect(await console_.refusal(maker, 'changeOwner', hand(maker, drone, rival))).toEqual([
      409,
      'drone_leased',
    ])
    expect(await console_.refusal(tenant, 'changeOwner', hand(tenant, drone, null))).toEqual([
      403,
      'forbidden',
    ])
    expect((await readDetail(tenant, drone)).owners).toBeNull()
    const own = await insertDrone()
    expect(await console_.refusal(maker, 'changeOwner', hand(maker, own, team))).toEqual([
      400,
      'invalid_input',
    ])
  })

  test('getNewOwners: approved operators other than the present owner; for an operator those below it', async () => {
    const drone = await insertDrone()
    await console_.person({
      type: 'operator',
      operator_type: 'team',
      parent: team.account,
      name: 'Green Sub',
    })
    const names = async (person: TestPerson, accountName = '') =>
      (
        await console_.ask<{ items: { accountName: string }[] }>(person, 'getNewOwners', {
          params: { droneId: drone.id },
          query: { accountName },
        })
      ).items.map((one) => one.accountName)
    expect(await names(team)).toEqual(['Green Sub'])
    expect(await names(maker, red.toLowerCase())).toEqual([red])
    expect(await names(maker)).not.toContain(green)
  })
})

describe('mergeManufacturer', () => {
  const merge = (from: TestPerson, to: TestPerson, droneNum: number, modelNum: number) => ({
    body: { fromZzAccountId: from.account.id, zzAccountId: to.account.id, droneNum, modelNum },
  })

  test('moves drones, models and vendor numbers, merges models of the same name; past work stays', async () => {
    const platform = await console_.person({ type: 'platform' })
    const beta = await console_.person({ type: 'manufacturer', name: 'Beta' })
    const same = await insertModel(db, beta.account.id, 'Hexa 30')
    const other = await insertModel(db, beta.account.id, 'Quad 10')
    const [a, b] = [
      await insertDroneRow(db, {
        modelId: same,
        manufacturerId: beta.account.id,
        operatorId: team.account.id,
      }),
      await insertDroneRow(db, { modelId: other, manufacturerId: beta.account.id }),
    ]
    await insertFlight(db, a, { startMs: now - 3_600_000 })
    expect(
      await console_.ask(platform, 'previewManufacturerMerge', {
        query: { fromZzAccountId: beta.account.id, zzAccountId: maker.account.id },
      }),
    ).toEqual({ droneNum: 2, modelNum: 2, sameModels: ['Hexa 30'] })
    expect(await console_.ask(platform, 'mergeManufacturer', merge(beta, maker, 2, 2))).toEqual({
      droneNum: 2,
      modelNum: 2,
    })
    expect(await console_.ask(maker, 'listDrones', {})).toMatchObject({
      total: 2,
      items: expect.arrayContaining([
        expect.objectContaining({ droneId: a.id, flyModelId: modelId, version: 2 }),
        expect.objectContaining({ droneId: b.id, flyModelId: other }),
      ]),
    })
    expect(await console_.ask(beta, 'listDrones', {})).toMatchObject({ total: 0 })
    expect(
      await db
        .selectFrom('work_record')
        .select('manufacturer_id')
        .where('drone_id', '=', a.id)
        .execute(),
    ).toEqual([{ manufacturer_id: beta.account.id }])
    expect((await readDetail(team, a)).owners?.map(({ zzAccountName }) => zzAccountName)).toEqual([
      'Alpha Works',
      'Beta',
    ])
    expect(
      await db
        .selectFrom('drone_model')
        .select('name')
        .where('manufacturer_id', '=', beta.account.id)
        .execute(),
    ).toEqual([])
    expect(
      await db
        .selectFrom('audit_log')
        .select(['action', 'object_name', 'details'])
        .where('account_id', '=', platform.account.id)
        .execute(),
    ).toEqual([
      {
        action: 'account.merge-manufacturer',
        object_name: 'Beta',
        details: { into: 'Alpha Works', droneNum: 2, modelNum: 2 },
      },
    ])
  })

  test('is refused without the counts from the preview', async () => {
    const platform = await console_.person({ type: 'platform' })
    const beta = await console_.person({ type: 'manufacturer', name: 'Beta' })
    await insertModel(db, beta.account.id, 'Octo 40')
    expect(
      await console_.ask(platform, 'mergeManufacturer', {
        body: { fromZzAccountId: beta.account.id, zzAccountId: maker.account.id },
      }),
    ).toEqual({ droneNum: 0, modelNum: 1 })
  })

  test('of two at once, in the same or opposite direction, one succeeds and the other gets a conflict', async () => {
    const platform = await console_.person({ type: 'platform' })
    for (const crosswise of [false, true]) {
      const [one, two] = [
        await console_.person({ type: 'manufacturer' }),
        await console_.person({ type: 'manufacturer' }),
      ]
      for (const person of [one, two])
        await insertDroneRow(db, {
          modelId: await insertModel(db, person.account.id),
          manufacturerId: person.account.id,
        })
      const answers = await Promise.all([
        console_.refusal(platform, 'mergeManufacturer', merge(one, two, 1, 1)),
        console_.refusal(
          platform,
          'mergeManufacturer',
          crosswise ? merge(two, one, 1, 1) : merge(one, two, 1, 1),
        ),
      ])
      expect(
        answers.toSorted(([a], [b]) => a - b),
        String(crosswise),
      ).toEqual([
        [200, undefined],
        [409, 'conflict'],
      ])
    }
  })

  test('is for the platform only; others, and makers outside a sub-platform, are refused', async () => {
    const beta = await console_.person({ type: 'manufacturer' })
    for (const person of [maker, team])
      expect(await console_.refusal(person, 'mergeManufacturer', merge(beta, maker, 0, 0))).toEqual(
        [403, 'forbidden'],
      )
    const platform = await console_.person({ type: 'platform' })
    expect(
      (await console_.refusal(platform, 'mergeManufacturer', merge(maker, maker, 0, 0)))[0],
    ).toBe(400)
    expect(await console_.refusal(platform, 'mergeManufacturer', merge(team, maker, 0, 0))).toEqual(
      [404, 'not_found'],
    )
    const east = await console_.person({
      type: 'platform',
      tag: `east-${crypto.randomUUID().slice(0, 8)}`,
    })
    expect(await console_.refusal(east, 'mergeManufacturer', merge(beta, maker, 0, 0))).toEqual([
      404,
      'not_found',
    ])
  })
})

const boundary = 'x'
const upload = (
  person: TestPerson,
  operation: 'previewDroneImport' | 'importDrones' | 'addDroneFile',
  content: string | Uint8Array,
  {
    params = {},
    query = {},
    language = 'en',
  }: { params?: Record<string, string>; query?: Record<string, string>; language?: string } = {},
) =>
  console_.server.inject({
    method: 'POST',
    url: `${droneRoutes[operation].path.replace(/\{(\w+)\}/g, (_, name: string) => params[name]!)}?${new URLSearchParams(query).toString()}`,
    headers: {
      'host': 'localhost',
      language,
      'authorization': `Bearer ${person.token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: Buffer.concat([
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n`,
      ),
      Buffer.from(content),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  })
const preview = async (person: TestPerson, content: string | Uint8Array, language = 'en') =>
  (await upload(person, 'previewDroneImport', content, { language })).json<DroneImport>()
const newId = () => `IM-${crypto.randomUUID().slice(0, 8)}`

describe('import', () => {
  test('previewDroneImport reports errors per row, importDrones registers the rest', async () => {
    const [one, two] = [newId(), newId()]
    const taken = await insertDrone()
    const csv =
      `序列号;名称;机型;所有 者;Operator;Sale;喷幅 (m);Type\n${one};"North; ""1""";Hexa 30;;${green};演示;5,5;mapper\n${two};;hexa 30;;;;;\n${one};x;Hexa 30;;;;;\n${taken.id};x;Hexa 30;;;;;\n` +
      `bad id;x;Nothing;;Nobody Ltd;given away;900;balloon\n;;;;;;;\n${newId()};x;;;;;;\n`
    const found = await preview(maker, `\uFEFF${csv}`)
    expect(found).toMatchObject({
      rows: 6,
      good: 2,
      columns: [
        'droneId',
        'droneName',
        'modelName',
        'yyAccountName',
        'deviceType',
        'saleType',
        'sprayWidth',
      ],
      unknown: ['所有 者'],
    })
    expect(
      found.shown
        .filter(({ wrong }) => wrong.length > 0)
        .map(({ line, wrong }) => [line, wrong.map(({ column }) => column)]),
    ).toEqual([
      [4, ['droneId']],
      [5, ['droneId']],
      [6, ['droneId', 'modelName', 'yyAccountName', 'sprayWidth', 'deviceType', 'saleType']],
      [7, ['modelName']],
    ])
    expect(found.shown.find(({ line }) => line === 4)?.wrong[0]?.message).toBe(
      'This serial number is also in line 2.',
    )
    expect(
      (
        await upload(maker, 'importDrones', `\uFEFF${csv}`, { query: { digest: found.digest } })
      ).json(),
    ).toMatchObject({ code: 'import_has_mistakes' })
    expect(
      (
        await upload(maker, 'importDrones', csv, {
          query: { digest: found.digest, onlyWhole: 'false' },
        })
      ).json(),
    ).toMatchObject({ code: 'conflict' })
    expect(
      (
        await upload(maker, 'importDrones', `\uFEFF${csv}`, {
          query: { digest: found.digest, onlyWhole: 'false' },
        })
      ).json(),
    ).toEqual({ imported: 2, left: 4 })
    expect(await console_.ask(maker, 'listDrones', { query: { droneId: one } })).toMatchObject({
      items: [
        {
          droneName: 'North; "1"',
          saleType: 3,
          sprayWidth: 5.5,
          deviceType: 'mapper',
          yyAccountId: team.account.id,
          regionCode: '156330106',
        },
      ],
    })
    expect(await console_.ask(maker, 'listDrones', { query: { droneId: two } })).toMatchObject({
      items: [{ droneName: two, saleType: 1, yyAccountId: null }],
    })
    expect(
      await db
        .selectFrom('audit_log')
        .select(['action', 'object_name', 'details'])
        .where('account_id', '=', maker.account.id)
        .execute(),
    ).toEqual([
      {
        action: 'drone.import',
        object_name: '2',
        details: { droneIds: [one, two], imported: 2, left: 4 },
      },
    ])
  })

  test('an operator imports for itself, in its language; the template of every language can be imported as CSV and XLSX', async () => {
    await insertDrone()
    for (const language of ['en', 'zh-CN', 'zh-TW', 'th', 'ko']) {
      const template = (await console_.send('getImportTemplate', { language }, team)).body
      expect((await preview(team, template, language)).columns).toEqual([...importColumns])
      const workbook = (
        await console_.send('getImportTemplate', { language, query: { format: 'xlsx' } }, team)
      ).rawPayload
      expect((await preview(team, workbook, language)).columns).toEqual([...importColumns])
    }
    const id = newId()
    const content = `droneId,modelName\n${id},Hexa 30\n`
    const { digest } = await preview(team, content)
    expect((await upload(team, 'importDrones', content, { query: { digest } })).json()).toEqual({
      imported: 1,
      left: 0,
    })
    expect(await console_.ask(team, 'listDrones', { query: { droneId: id } })).toMatchObject({
      items: [{ yyAccountId: team.account.id }],
    })
  })

  test('reads numbers as spreadsheets store them, and CSV in Chinese and Korean encodings', async () => {
    const rows = async function* () {
      yield [newId(), 'Hexa 30', 5.4999999999999991]
    }
    const bytes = await buffer(
      xlsxStream(['droneId', 'modelName', 'sprayWidth'], rows(), {
        timeZone: 'Etc/UTC',
        signal: new AbortController().signal,
        sheetName: 's',
      }),
    )
    expect(await preview(maker, bytes)).toMatchObject({
      rows: 1,
      good: 1,
      shown: [{ cells: { sprayWidth: '5.5' } }],
    })
    const gbk = Buffer.concat([
      Buffer.from('droneId,', 'latin1'),
      Buffer.from([0xbb, 0xfa, 0xd0, 0xcd]),
      Buffer.from(`\n${newId()},Hexa 30\n`, 'latin1'),
    ]) // 机型
    expect(await preview(maker, gbk)).toMatchObject({ columns: ['droneId', 'modelName'], good: 1 })
    const utf16 = Buffer.concat([
      Buffer.from([0xff, 0xfe]),
      Buffer.from(`droneId\tmodelName\n${newId()}\tHexa 30\n`, 'utf16le'),
    ])
    expect(await preview(maker, utf16)).toMatchObject({ good: 1 })
  })

  test('10,000 rows are accepted, one more is not; of two imports of the same file one succeeds', async () => {
    const prefix = crypto.randomUUID().slice(0, 8)
    const lines = Array.from({ length: 10_000 }, (_, i) => `${prefix}-${i},Hexa 30`)
    expect(
      (
        await upload(
          maker,
          'previewDroneImport',
          `droneId,modelName\n${lines.join('\n')}\nX-1,Hexa 30\n`,
        )
      ).json(),
    ).toMatchObject({ code: 'table_too_long' })
    const content = `droneId,modelName\n${lines.join('\n')}\n`
    const found = await preview(maker, content)
    expect([found.rows, found.good, found.shown.length]).toEqual([10_000, 10_000, 100])
    const answers = await Promise.all(
      [1, 2].map(
        async () =>
          (await upload(maker, 'importDrones', content, { query: { digest: found.digest } }))
            .statusCode,
      ),
    )
    expect(answers.toSorted((a, b) => a - b)[0]).toBe(200)
    expect(answers.filter((status) => status === 200)).toHaveLength(1)
    expect(
      await console_.ask(maker, 'listDrones', { query: { droneId: `${prefix}-` } }),
    ).toMatchObject({ total: 10_000 })
  })

  test('hostile files are refused without a crash', async () => {
    const zip = async (parts: Record<string, string | Buffer>) => {
      const { ZipFile } = await import('yazl')
      const file = new ZipFile()
      for (const [name, content] of Object.entries(parts))
        file.addBuffer(Buffer.from(content), name)
      file.end()
      return buffer(file.outputStream)
    }
    const book = {
      'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet r:id="a"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="a" Target="worksheets/sheet1.xml"/></Relationships>',
    }
    const cases: Record<string, [string | Uint8Array, string]> = {
      'a bomb': [
        await zip({ ...book, 'xl/worksheets/sheet1.xml': Buffer.alloc(120 * 1024 * 1024, 0x20) }),
        'table_too_long',
      ],
      'entities': [
        await zip({
          ...book,
          'xl/worksheets/sheet1.xml':
            '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><worksheet><sheetData><row><c t="str"><v>&a;</v></c></row></sheetData></worksheet>',
        }),
        'table_unreadable',
      ],
      // Resolving their namespaces would search all ancestors of each element, for minutes.
      'elements within elements': [
        await zip({ ...book, 'xl/worksheets/sheet1.xml': '<a>'.repeat(200_000) }),
        'table_unreadable',
      ],
      'one long text in many cells': [
        await zip({
          ...book,
          'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(2000)}</t></si></sst>`,
          'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${`<row>${'<c t="s"><v>0</v></c>'.repeat(50)}</row>`.repeat(5000)}</sheetData></worksheet>`,
        }),
        'table_too_long',
      ],
      'a cell of quotes': [`droneId\n"${'""'.repeat(3_500_000)}"`, 'table_unreadable'],
      'a sheet that is not there': [await zip(book), 'table_unreadable'],
      'a zip of something else': [await zip({ 'readme.txt': 'x' }), 'table_unreadable'],
      'a zip cut short': [(await zip(book)).subarray(0, 200), 'table_unreadable'],
      'NUL': ['droneId\0,x\n', 'table_unreadable'],
      'an open quote': ['droneId,modelName\n"abc', 'table_unreadable'],
      'bytes of nothing': [Buffer.from([0xff, 0x00, 0x81, 0xfe, 0x00]), 'table_unreadable'],
      'no heads': ['a,b\nc,d\n', 'table_without_columns'],
      'a head twice': ['droneId,Serial number\na,b\n', 'table_without_columns'],
      'nothing': ['', 'table_without_columns'],
      'a wide row': [`droneId${',x'.repeat(500)}\n`, 'table_unreadable'],
    }
    for (const [name, [content, code]] of Object.entries(cases))
      expect((await upload(maker, 'previewDroneImport', content)).json(), name).toMatchObject({
        code,
      })
    expect(
      (await upload(maker, 'previewDroneImport', Buffer.alloc(9 * 1024 * 1024, 0x61))).json(),
    ).toMatchObject({ code: 'payload_too_large' })
    expect(
      (
        await upload(
          await console_.person({ type: 'government', region_code: '156330106' }),
          'previewDroneImport',
          'droneId\n',
        )
      ).json(),
    ).toMatchObject({ code: 'forbidden' })
  })
})

describe('documents and pictures', () => {
  const pdf = '%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'
  const papers = (person: TestPerson, drone: TestDrone, query = {}) =>
    console_.ask<{
      items: { fileId: string; fileName: string; sortieId: string | null; url: string }[]
      total: number
      can: { add: boolean }
    }>(person, 'getDroneFiles', { params: { droneId: drone.id }, query })

  test('addDroneFile, getDroneFiles, downloadDroneFile, deleteDroneFile', async () => {
    const drone = await insertDrone()
    const params = { droneId: drone.id }
    expect(
      (
        await upload(team, 'addDroneFile', pdf, { params, query: { fileName: '登记证.pdf' } })
      ).json(),
    ).toMatchObject({ fileName: '登记证', mediaType: 'application/pdf', sortieId: null })
    console_.clock.set(now + 1000)
    expect(
      (
        await upload(maker, 'addDroneFile', await drawing(), {
          params,
          query: { fileName: 'Label' },
        })
      ).json(),
    ).toMatchObject({ mediaType: 'image/png', userName: 'Wang Mei' })
    const found = await papers(team, drone, { pageIndex: '2', size: '1' })
    expect(found).toMatchObject({ total: 2, can: { add: true }, items: [{ fileName: '登记证' }] })
    const file = await console_.send(
      'downloadDroneFile',
      { params: { ...params, fileId: found.items[0]!.fileId } },
      team,
    )
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, no-store',
      'content-disposition': expect.stringMatching(/^attachment; .*%E7%99%BB/),
    })
    expect(file.body).toBe(pdf)
    const deleted = await console_.send(
      'deleteDroneFile',
      { params: { ...params, fileId: found.items[0]!.fileId } },
      team,
    )
    expect(deleted.statusCode).toBe(204)
    expect(
      (
        await console_.send(
          'downloadDroneFile',
          { params: { ...params, fileId: found.items[0]!.fileId } },
          team,
        )
      ).statusCode,
    ).toBe(404)
    expect((await readLog(drone)).map(({ action }) => action).toSorted()).toEqual([
      'drone.add-file',
      'drone.add-file',
      'drone.delete-file',
    ])
  })

  test('getSortiePictures and the documents of a flight follow access to the flight, even after the drone is sold; the next owner never sees them', async () => {
    const drone = await insertDrone()
    const sortieId = await insertFlight(db, drone, { startMs: now - 3_600_000 })
    const params = { droneId: drone.id }
    expect(
      (
        await upload(team, 'addDroneFile', await drawing(), {
          params,
          query: { fileName: 'Weeds', sortieId },
        })
      ).statusCode,
    ).toBe(200)
    console_.clock.set(now + 1000)
    expect(
      (
        await upload(team, 'addDroneFile', pdf, {
          params,
          query: { fileName: 'Prescription', sortieId },
        })
      ).json(),
    ).toMatchObject({ mediaType: 'application/pdf', sortieId })
    expect(
      (await upload(team, 'addDroneFile', pdf, { params, query: { fileName: 'Insurance' } }))
        .statusCode,
    ).toBe(200)
    await console_.ask(maker, 'changeOwner', {
      body: { droneId: drone.id, yyAccountId: rival.account.id, version: 1 },
    })
    const pictures = (person: TestPerson) =>
      console_.refusal(person, 'getSortiePictures', { query: { droneId: drone.id, sortieId } })
    expect(
      await console_.ask(team, 'getSortiePictures', { query: { droneId: drone.id, sortieId } }),
    ).toMatchObject({ items: [{ fileName: 'Weeds', can: { delete: false } }], can: { add: false } })
    expect(await console_.ask(team, 'getSortiePictures', { query: { sortieId } })).toMatchObject({
      items: [{ fileName: 'Weeds', droneId: drone.id }],
    })
    expect(await console_.refusal(rival, 'getSortiePictures', { query: { sortieId } })).toEqual([
      404,
      'not_found',
    ])
    expect(await papers(team, drone, { sortieId })).toMatchObject({
      total: 2,
      items: [{ fileName: 'Prescription', can: { delete: false } }, { fileName: 'Weeds' }],
      can: { add: false },
    })
    expect(await pictures(rival)).toEqual([404, 'not_found'])
    expect(await console_.refusal(rival, 'getDroneFiles', { params, query: { sortieId } })).toEqual(
      [404, 'not_found'],
    )
    expect((await papers(rival, drone)).items).toMatchObject([{ fileName: 'Insurance' }])
    expect((await papers(maker, drone)).total).toBe(3)
  })

  test('other states are refused, and so are callers without the right', async () => {
    const county = await console_.person({ type: 'government', region_code: '156330106' })
    const drone = await insertDrone()
    const params = { droneId: drone.id }
    for (const content of [
      '%PDF-1.4 cut short',
      '<svg onload="x"/>',
      'MZ',
      Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2]),
    ]) {
      expect(
        (await upload(team, 'addDroneFile', content, { params, query: { fileName: 'x' } })).json<{
          code: string
        }>().code,
      ).toMatch(/^(file|image)_unreadable$/)
    }
    expect(
      (await upload(county, 'addDroneFile', pdf, { params, query: { fileName: 'x' } })).json(),
    ).toMatchObject({ code: 'forbidden' })
    expect(
      (await upload(rival, 'addDroneFile', pdf, { params, query: { fileName: 'x' } })).json(),
    ).toMatchObject({ code: 'not_found' })
  })
})

describe('exportDrones as XLSX', () => {
  test('the filtered or selected rows, read by another program', async () => {
    const [a, b] = [await insertDrone({ name: '=1+1' }), await insertDrone()]
    await insertDrone()
    const reply = await console_.send(
      'exportDrones',
      { query: { format: 'xlsx', chosen: `${a.id},${b.id}` }, language: 'zh-CN' },
      team,
    )
    expect(reply.headers).toMatchObject({
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-disposition': 'attachment; filename="drones.xlsx"',
    })
    const [sheet] = await readWorkbook(Readable.from(reply.rawPayload))
    expect(sheet?.data.map(([id, name]) => [id, name])).toEqual([
      ['序列号', '名称'],
      [a.id, '=1+1'],
      [b.id, `Drone ${b.id}`],
    ])
  })
})
