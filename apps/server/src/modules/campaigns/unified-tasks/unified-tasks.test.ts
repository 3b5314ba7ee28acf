import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { UnifiedTask } from '@swath/contract/campaigns/unified-task-rows'
import {
  unifiedTaskStatRoutes,
  type TaskDrone,
  type TaskPlot,
  type TaskSortie,
} from '@swath/contract/campaigns/unified-task-stats'
import type { TaskOverview } from '@swath/contract/campaigns/unified-task-overview'
import { unifiedTaskRoutes, type TaskOperator } from '@swath/contract/campaigns/unified-tasks'
import { muFromM2 } from '@swath/domain/units'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { flyPasses, insertField } from '../../flights/flights/testing-field.queries.ts'
import {
  insertDroneRow,
  insertFlight,
  insertModel,
  insertOwnChemical,
  type TestDrone,
} from '../../flights/flights/testing-rows.queries.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { assignFlights } from './assign-again.ts'
import { measureTasks } from './measure-tasks.ts'
import { isFrozenIntact } from './task-freeze.queries.ts'
import { unifiedTaskHandlers } from './unified-tasks.routes.ts'

const now = Date.parse('2026-06-15T04:00:00Z')
const hourMs = 3_600_000
const routes = { ...unifiedTaskRoutes, ...unifiedTaskStatRoutes }
const database = await ownTestDatabase(loadRegionTable)
const { db } = database
let console_: Awaited<ReturnType<typeof openConsole<typeof routes>>>
let county: TestPerson
let team: TestPerson
let rival: TestPerson
let drone: TestDrone
let plotId: string

const operator = (name: string) =>
  console_.person({ type: 'operator', operator_type: 'team', name, region_code: '156330106' })
const insertDrone = async (owner: TestPerson): Promise<TestDrone> => {
  const maker = await console_.person({ type: 'manufacturer' })
  return insertDroneRow(db, {
    modelId: await insertModel(db, maker.account.id),
    manufacturerId: maker.account.id,
    operatorId: owner.account.id,
  })
}

const insertPlot = (owner: TestPerson): Promise<string> =>
  insertField(db, { accountId: owner.account.id, regionCode: '156330106' })

beforeEach(async () => {
  console_ = await openConsole(database, routes, unifiedTaskHandlers, now)
  county = await console_.person({ type: 'government', region_code: '156330106' })
  team = await operator('Northern team')
  rival = await operator('Southern team')
  drone = await insertDrone(team)
  plotId = await insertPlot(team)
  return () => console_.close()
})

const fields = {
  tftzName: 'Rice blast, June',
  region: '156330106',
  startDate: '2026-06-01',
  endDate: '2026-06-20',
  cropId: 'rice',
}
const create = (body: object = {}, person = county) =>
  console_.ask<UnifiedTask>(person, 'createUnifiedTask', { body: { ...fields, ...body } })
const inPath = (tftzId: string) => ({ params: { tftzId } })
const setState = (tftzId: string, opr: 'open' | 'close', person = county) =>
  console_.ask<UnifiedTask>(person, 'setUnifiedTaskState', { ...inPath(tftzId), body: { opr } })
const read = (tftzId: string, person = county) =>
  console_.ask<UnifiedTask>(person, 'getUnifiedTask', inPath(tftzId))
const overview = (tftzId: string, person = county) =>
  console_.ask<TaskOverview>(person, 'getTaskOverview', { query: { tftzId } })
const sorties = async (tftzId: string, person = county) =>
  (await console_.ask<{ items: TaskSortie[] }>(person, 'getTaskSorties', { query: { tftzId } }))
    .items
const names = async (person: TestPerson) =>
  (await console_.ask<{ items: UnifiedTask[] }>(person, 'listUnifiedTasks')).items.map(
    ({ tftzName }) => tftzName,
  )
const quiet = new AbortController().signal
/** JSON with keys in alphabetical order. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) =>
    one !== null && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([x], [y]) => (x < y ? -1 : 1)))
      : one,
  )
const settle = async (tftzId: string): Promise<void> => {
  await assignFlights(console_.services, { taskId: Number(tftzId) }, quiet)
  await measureTasks(console_.services, quiet)
}

const invite = (tftzId: string, person = team) =>
  console_.ask(county, 'inviteTaskOperators', {
    ...inPath(tftzId),
    body: { accountIds: [person.account.id] },
  })
const answer = (tftzId: string, opr: 'accept' | 'decline', person = team) =>
  console_.ask<UnifiedTask>(person, 'answerTaskInvitation', { ...inPath(tftzId), body: { opr } })
const droneDays = { dataStartDate: '2026-06-01', dataEndDate: '2026-06-20' }
const addDrone = (tftzId: string, { id } = drone, person = team) =>
  console_.ask(person, 'addTaskDrones', {
    ...inPath(tftzId),
    body: { droneIds: [id], ...droneDays },
  })

/** An open task with the team's drone. */
const underWay = async (body: object = {}): Promise<string> => {
  const { tftzId } = await create(body)
  await invite(tftzId)
  await setState(tftzId, 'open')
  await answer(tftzId, 'accept')
  await addDrone(tftzId)
  return tftzId
}

const fly = (startMs: number, norths: readonly number[], given: object = {}, by = drone) =>
  insertFlight(db, by, {
    startMs,
    points: flyPasses(startMs, norths),
    plotId,
    coveredM2: 500 * norths.length,
    cropId: 'rice',
    ...given,
  })

describe('access to a task', () => {
  test('a draft is visible to its creator; an open task to the region and to invited operators', async () => {
    const province = await console_.person({ type: 'government', region_code: '156330000' })
    const other = await console_.person({ type: 'government', region_code: '156410100' })
    const { tftzId } = await create()
    await invite(tftzId)
    for (const person of [province, team, rival]) expect(await names(person)).toEqual([])
    expect(await console_.refusal(team, 'getUnifiedTask', inPath(tftzId))).toEqual([
      404,
      'not_found',
    ])
    await setState(tftzId, 'open')
    for (const person of [county, province, team])
      expect(await names(person)).toEqual([fields.tftzName])
    for (const person of [other, rival]) expect(await names(person)).toEqual([])
  })

  test('its supervisor reads it, but changes nothing', async () => {
    const supervisor = await console_.person({ type: 'government', region_code: '156330000' })
    const { tftzId } = await create({ zfMonitor: supervisor.account.id, region: '156330106' })
    await setState(tftzId, 'open')
    const { can } = await read(tftzId, supervisor)
    expect(Object.values(can)).not.toContain(true)
    for (const [call, body] of [
      ['updateUnifiedTask', { tftzName: 'Other' }],
      ['setUnifiedTaskState', { opr: 'close' }],
    ] as const)
      expect(await console_.refusal(supervisor, call, { ...inPath(tftzId), body })).toEqual([
        403,
        'forbidden',
      ])
  })

  test('a government creates tasks within its region, an operator none', async () => {
    const reply = await console_.send(
      'createUnifiedTask',
      { body: { ...fields, region: '156330108', language: 'en' } },
      county,
    )
    expect(reply.json()).toMatchObject({ code: 'invalid_input', details: [{ path: 'region' }] })
    expect(await console_.refusal(team, 'createUnifiedTask', { body: fields })).toEqual([
      403,
      'forbidden',
    ])
    for (const wrong of [
      { cropId: 'moon-grass' },
      { workType: 'dancing' },
      { endDate: '2026-05-01' },
    ])
      expect(
        (
          await console_.send('createUnifiedTask', { body: { ...fields, ...wrong } }, county)
        ).json(),
      ).toMatchObject({ code: 'invalid_input' })
  })
})

describe('operators and drones', () => {
  test('an operator answers the invitation, and adds its own drones only', async () => {
    const { tftzId } = await create()
    await invite(tftzId)
    await setState(tftzId, 'open')
    expect((await read(tftzId, team)).invitation).toBe('invited')
    expect(
      await console_.refusal(team, 'addTaskDrones', {
        ...inPath(tftzId),
        body: { droneIds: [drone.id], ...droneDays },
      }),
    ).toEqual([403, 'forbidden'])
    expect(await answer(tftzId, 'accept')).toMatchObject({ invitation: 'accepted', operatorNum: 1 })
    const strange = await insertDrone(rival)
    expect(
      await console_.refusal(team, 'addTaskDrones', {
        ...inPath(tftzId),
        body: { droneIds: [strange.id], ...droneDays },
      }),
    ).toEqual([404, 'not_found'])
    expect(await addDrone(tftzId)).toEqual({ added: 1, known: 0 })
    expect(await addDrone(tftzId)).toEqual({ added: 0, known: 1 })
    expect(
      await console_.refusal(county, 'addTaskDrones', {
        ...inPath(tftzId),
        body: { droneIds: [strange.id], ...droneDays },
      }),
    ).toEqual([409, 'operator_not_in_task'])
    const outside = await console_.send(
      'setTaskDroneDates',
      {
        ...inPath(tftzId),
        body: { droneIds: [drone.id], ...droneDays, dataEndDate: '2026-06-21' },
      },
      team,
    )
    expect(outside.json()).toMatchObject({ details: [{ path: 'dataEndDate' }] })
    await answer(tftzId, 'decline')
    expect(await read(tftzId, team)).toMatchObject({ invitation: 'declined', droneNum: 0 })
  })

  test('an operator adds one of its teams with all drones, and no team of others', async () => {
    const second = await insertDrone(team)
    const addTeam = async (owner: TestPerson, droneIds: readonly string[]): Promise<string> => {
      const id = crypto.randomUUID()
      const account_id = owner.account.id
      await db
        .insertInto('team')
        .values({ id, account_id, name: id, leader_id: null, created_at: new Date(now) })
        .execute()
      for (const drone_id of droneIds)
        await db.insertInto('team_drone').values({ account_id, drone_id, team_id: id }).execute()
      return id
    }
    const own = await addTeam(team, [drone.id, second.id])
    const { tftzId } = await create()
    await invite(tftzId)
    await setState(tftzId, 'open')
    await answer(tftzId, 'accept')
    const send = (groupId: string) => ({ ...inPath(tftzId), body: { groupId, ...droneDays } })
    await addDrone(tftzId)
    expect(await console_.ask(team, 'addTaskTeam', send(own))).toEqual({ added: 1, known: 1 })
    const teams = await console_.ask<{ items: object[] }>(county, 'getTaskTeams', {
      query: { tftzId },
    })
    expect(teams.items).toMatchObject([
      { groupId: own, accountName: 'Northern team', droneNum: 2, leaderName: null },
    ])
    expect(
      await console_.refusal(team, 'addTaskTeam', send(await addTeam(rival, [drone.id]))),
    ).toEqual([404, 'not_found'])
    expect(await console_.refusal(team, 'addTaskTeam', send(await addTeam(team, [])))).toEqual([
      409,
      'team_without_drones',
    ])
  })

  test('an operator sees neither names nor figures of competitors', async () => {
    const tftzId = await underWay()
    await invite(tftzId, rival)
    await answer(tftzId, 'accept', rival)
    const theirs = await insertDrone(rival)
    await addDrone(tftzId, theirs, rival)
    await fly(now - 3 * hourMs, [2.5])
    await fly(now - 2 * hourMs, [7.5], {}, theirs)
    await settle(tftzId)
    const owners = async (person: TestPerson) =>
      (
        await console_.ask<{ items: { accountName: string }[] }>(person, 'getTaskOwners', {
          query: { tftzId },
        })
      ).items.map(({ accountName }) => accountName)
    expect(await owners(county)).toEqual(['Northern team', 'Southern team'])
    expect(await owners(rival)).toEqual(['Southern team'])
    const operators = await console_.ask<{ items: TaskOperator[] }>(rival, 'getTaskOperators', {
      query: { tftzId },
    })
    expect(operators.items.map(({ accountName }) => accountName)).toEqual(['Southern team'])
    const drones = await console_.ask<{ items: TaskDrone[] }>(rival, 'getTaskDrones', {
      query: { tftzId },
    })
    expect(drones.items.map(({ droneId }) => droneId)).toEqual([theirs.id])
    const unflown = await insertDrone(team)
    await console_.ask(team, 'addTaskDrones', {
      ...inPath(tftzId),
      body: { droneIds: [unflown.id], ...droneDays, dataEndDate: '2026-06-10' },
    })
    const ofAll = async (query: object = {}) =>
      console_.ask<{ items: TaskDrone[]; stats: object }>(county, 'getTaskDrones', {
        query: { tftzId, ...query },
      })
    const { stats } = await ofAll()
    expect(stats).toMatchObject({
      states: { flown: 2, idle: 1 },
      dataStartDate: '2026-06-01',
      dataEndDate: null,
    })
    const idle = await ofAll({ state: 'idle' })
    expect(idle.items.map(({ droneId }) => droneId)).toEqual([unflown.id])
    expect(idle.stats).toMatchObject({ states: { flown: 2, idle: 1 }, dataEndDate: '2026-06-10' })
    expect((await sorties(tftzId, rival)).map(({ droneId }) => droneId)).toEqual([theirs.id])
    expect((await overview(tftzId, rival)).sortieCount).toBe(1)
    expect((await overview(tftzId)).sortieCount).toBe(2)
  })
})

describe('flights are assigned to a task automatically', () => {
  test('matching flights count, others have a reason; whatever the order of arrival', async () => {
    const before = await fly(now - 5 * hourMs, [2.5])
    const tftzId = await underWay({
      chemicals: [{ chemicalId: 'tricyclazole', dose: 20, doseUnit: 'g' }],
    })
    const wrongCrop = await fly(now - 4 * hourMs, [7.5], { cropId: 'wheat' })
    const elsewhere = await fly(now - 3 * hourMs, [12.5], { regionCode: '156330108' })
    await fly(Date.parse('2026-05-30T04:00:00Z'), [17.5])
    await settle(tftzId)
    const found = await sorties(tftzId)
    expect(found.map(({ sortieId, why }) => [sortieId, why])).toEqual([
      [elsewhere, 'region'],
      [wrongCrop, 'crop'],
      [before, null],
    ])
    expect((await overview(tftzId)).leftOut).toEqual([
      { why: 'crop', sortieCount: 1 },
      { why: 'region', sortieCount: 1 },
    ])
    await console_.ask(county, 'updateUnifiedTask', { ...inPath(tftzId), body: { cropId: null } })
    await settle(tftzId)
    expect((await sorties(tftzId)).filter(({ why }) => why === null)).toHaveLength(2)
    await console_.ask(team, 'removeTaskDrones', {
      ...inPath(tftzId),
      query: { droneIds: drone.id },
    })
    await assignFlights(console_.services, { taskId: Number(tftzId), droneIds: [drone.id] }, quiet)
    expect(await sorties(tftzId)).toEqual([])
  })

  test('an own product of the task is found by its name', async () => {
    const chemicalId = await insertOwnChemical(db, county.account.id, 'Tebuconazole 43% SC')
    const named = await fly(now - 5 * hourMs, [2.5], { chemical: 'Tebuconazole 43% SC' })
    const other = await fly(now - 4 * hourMs, [7.5], { chemical: 'Tricyclazole' })
    const tftzId = await underWay({ chemicals: [{ chemicalId, dose: 20, doseUnit: 'g' }] })
    await settle(tftzId)
    expect((await sorties(tftzId)).map(({ sortieId, why }) => [sortieId, why])).toEqual([
      [other, 'chemical'],
      [named, null],
    ])
  })

  test('ground counts once, by plot, towards the target area', async () => {
    const { tftzId: id } = await create({ ground: 'plots' })
    expect(
      await console_.refusal(county, 'setUnifiedTaskState', {
        ...inPath(id),
        body: { opr: 'open' },
      }),
    ).toEqual([409, 'task_without_plots'])
    await db.updateTable('plot').set({ crop_id: 'sorghum' }).where('id', '=', plotId).execute()
    const ofRegion = { region: '156330100', cropId: 'sorghum' }
    for (const added of [1, 0])
      expect(await console_.ask(county, 'addTaskPlots', { ...inPath(id), body: ofRegion })).toEqual(
        { added, plotNum: 1 },
      )
    await invite(id)
    await setState(id, 'open')
    await answer(id, 'accept')
    await addDrone(id)
    await fly(now - 30 * hourMs, [2.5, 7.5, 12.5, 17.5])
    await fly(now - 5 * hourMs, [12.5, 17.5, 22.5, 27.5])
    await settle(id)
    const closeTo = (mu: number | null, m2: number) =>
      expect(Math.abs((mu ?? 0) / muFromM2(1) - m2) / 6_000).toBeLessThan(0.005)
    const seen = await overview(id)
    expect(seen).toMatchObject({ sortieCount: 2, workedPlotNum: 1, plotNum: 1, isMeasuring: false })
    closeTo(seen.goalArea, 6_000)
    closeTo(seen.coveredArea, 3_000)
    closeTo(seen.repeatedArea, 1_000)
    closeTo(seen.missedArea, 3_000)
    closeTo(seen.flownArea, 4_000)
    closeTo(seen.againArea, 1_000)
    expect(seen.coveredArea + seen.againArea!).toBeCloseTo(seen.flownArea, 9)
    for (const call of [
      'getTaskData',
      'getTaskOwners',
      'getTaskDroneStat',
      'getTaskSorties',
    ] as const) {
      const { items } = await console_.ask<{ items: { coveredArea: number }[] }>(county, call, {
        query: { tftzId: id },
      })
      const sum = items.reduce((total, { coveredArea }) => total + coveredArea, 0)
      expect(sum, call).toBeCloseTo(seen.flownArea, 9)
    }
    const { stats } = await console_.ask<{
      stats: { coveredArea: number; states: Record<'true' | 'false', number> }
    }>(county, 'getTaskSorties', { query: { tftzId: id, counts: 'true' } })
    expect(stats.coveredArea).toBeCloseTo(seen.flownArea, 9)
    expect(stats.states).toEqual({ true: 2, false: 0 })
    const regions = await console_.ask<{ items: { coveredArea: number }[] }>(
      county,
      'getTaskRegions',
      { query: { tftzId: id } },
    )
    expect(regions.items.reduce((sum, { coveredArea }) => sum + coveredArea, 0)).toBeCloseTo(
      seen.coveredArea - seen.outsideArea,
      9,
    )
    // An operator reads its own flights, and no figures from which those of others could be
    // derived.
    const own = await overview(id, team)
    expect([own.flownArea, own.againArea]).toEqual([seen.flownArea, null])
    // Two days with work, the first of them over: 2,000 of 4,000 m² flown, 3,000 m² covered once.
    expect(seen.forecastDate).toBe('2026-06-17')
    const plots = await console_.ask<{ items: TaskPlot[] }>(county, 'getTaskPlots', {
      query: { tftzId: id },
    })
    expect(plots.items).toMatchObject([{ blockName: 'East field', sortieCount: 2, isChosen: true }])
    closeTo(plots.items[0]!.coveredArea, 3_000)
    for (const call of ['getTaskData', 'getTaskDroneStat', 'getTaskRegions', 'getTaskMap'] as const)
      expect(
        (await console_.ask<{ items: object[] }>(county, call, { query: { tftzId: id } })).items
          .length,
      ).toBeGreaterThan(0)
    const map = { query: { tftzId: id } }
    const { blockId } = plots.items[0]!
    const mapped = { blockId, blockName: 'East field', village: '', parts: [[expect.any(Array)]] }
    expect(await console_.ask(county, 'getTaskMap', map)).toEqual({ items: [mapped], total: 1 })
    expect(await console_.ask(county, 'getTaskMapProgress', map)).toEqual({
      items: [{ blockId, coveredRatio: expect.closeTo(0.5, 2) as number }],
      total: 1,
      regionBounds: null,
    })
    // The cached map is shown for ten seconds at most after a plot has changed.
    await db
      .updateTable('plot')
      .set(({ eb }) => ({ name: 'West "field"', version: eb('version', '+', 1) }))
      .where('id', '=', blockId)
      .execute()
    const nameOnMap = async (): Promise<string> =>
      (await console_.ask<{ items: [{ blockName: string }] }>(county, 'getTaskMap', map)).items[0]
        .blockName
    expect(await nameOnMap()).toBe('East field')
    console_.clock.set(now + 10_000)
    expect(await nameOnMap()).toBe('West "field"')
    // A plot that is added to the task is shown at once.
    const came = { ...inPath(id), body: { blockIds: [await insertPlot(county)] } }
    await console_.ask(county, 'addTaskPlots', came)
    expect(await console_.ask(county, 'getTaskMap', map)).toMatchObject({ total: 2 })
    expect(await console_.ask(county, 'getTaskMapProgress', map)).toMatchObject({ total: 2 })
  })

  test('the map of a task without plots shows its region', async () => {
    const { tftzId: id } = await create({ ground: 'plots' })
    const none = await console_.ask<{ total: number; regionBounds: readonly number[] }>(
      county,
      'getTaskMapProgress',
      { query: { tftzId: id } },
    )
    expect([none.total, none.regionBounds.length]).toEqual([0, 4])
    const [west, south, east, north] = none.regionBounds
    expect([west! < east!, south! < north!]).toEqual([true, true])
  })
})

describe('plots from a file', () => {
  test('those created by the own import are added once; deleted ones and those of others are not', async () => {
    const { tftzId } = await create({ ground: 'plots' })
    const other = await insertPlot(county)
    const importOf = async (owner: TestPerson, plotIds: readonly (string | null)[]) => {
      const id = crypto.randomUUID()
      await db
        .insertInto('geometry_import')
        .values({
          id,
          account_id: owner.account.id,
          created_by: owner.id,
          created_by_name: 'Importer',
          created_at: new Date(now),
          target: 'plots',
          file_name: 'fields.kml',
          bytes: 10,
          key: null,
          settings: '{}',
          status: 'applied',
          format: 'kml',
          system: '',
          encoding: 'utf-8',
          notes: '[]',
          columns: '[]',
          problem: null,
        })
        .execute()
      for (const [i, made_id] of plotIds.entries())
        await db
          .insertInto('geometry_import_item')
          .values({
            import_id: id,
            number: i + 1,
            layer: '',
            name: 'Field',
            properties: '{}',
            state: 'good',
            shape: null,
            outline: null,
            area_m2: 6_000,
            zone: null,
            problems: '[]',
            is_chosen: true,
            made_id,
          })
          .execute()
      return { ...inPath(tftzId), body: { importId: id } }
    }
    const own = await importOf(county, [plotId, other, crypto.randomUUID(), null])
    for (const added of [2, 0])
      expect(await console_.ask(county, 'addTaskPlots', own)).toEqual({ added, plotNum: 2 })
    const theirs = await importOf(team, [plotId])
    expect(await console_.refusal(county, 'addTaskPlots', theirs)).toEqual([404, 'not_found'])
  })
})

describe('a closed task', () => {
  test('does not change: a late flight is shown without effect', async () => {
    const tftzId = await underWay({ targetArea: 9 })
    await fly(now - 5 * hourMs, [2.5, 7.5])
    await settle(tftzId)
    const closed = await setState(tftzId, 'close')
    expect(closed).toMatchObject({ state: 'closed', sortieCount: 1 })
    expect(closed.frozenHash).toMatch(/^[0-9a-f]{64}$/)
    const before = await overview(tftzId)
    const late = await fly(now - 2 * hourMs, [12.5])
    await settle(tftzId)
    expect(await overview(tftzId)).toEqual({
      ...before,
      leftOut: [{ why: 'closed', sortieCount: 1 }],
    })
    expect((await sorties(tftzId)).map(({ sortieId, why }) => [sortieId === late, why])).toEqual([
      [true, 'closed'],
      [false, null],
    ])
    expect(await isFrozenIntact(db, Number(tftzId))).toBe(true)
    expect(
      await console_.refusal(county, 'updateUnifiedTask', {
        ...inPath(tftzId),
        body: { tftzName: 'Other' },
      }),
    ).toEqual([409, 'task_closed'])
    await db
      .updateTable('unified_task_flight')
      .set({ covered_m2: 1 })
      .where('task_id', '=', Number(tftzId))
      .execute()
    expect(await isFrozenIntact(db, Number(tftzId))).toBe(false)
  })

  test('stores its villages; a task closed before villages were stored has none', async () => {
    type Villages = { isKnown: boolean; items: { village: string; coveredArea: number }[] }
    const tftzId = await underWay()
    const unnamed = await insertField(db, {
      accountId: team.account.id,
      regionCode: '156330106',
      eastM: 300,
    })
    await console_.ask(county, 'addTaskPlots', {
      ...inPath(tftzId),
      body: { blockIds: [plotId, unnamed] },
    })
    const rename = (village: string) =>
      db.updateTable('plot').set({ village }).where('id', '=', plotId).execute()
    const villages = () => console_.ask<Villages>(county, 'getTaskVillages', { query: { tftzId } })
    await rename('Longjing')
    await fly(now - 5 * hourMs, [2.5, 7.5])
    await settle(tftzId)
    const open = await villages()
    expect(open).toMatchObject({
      isKnown: true,
      items: [
        { village: 'Longjing', plotNum: 1 },
        { village: '', plotNum: 1, coveredArea: 0 },
      ],
    })
    expect(open.items[0]!.coveredArea).toBeGreaterThan(1)
    const found = await console_.ask<{ items: TaskPlot[] }>(county, 'getTaskPlots', {
      query: { tftzId, village: 'longj' },
    })
    expect(found.items).toMatchObject([{ blockId: plotId, village: 'Longjing' }])
    await setState(tftzId, 'close')
    await rename('Meijiawu')
    expect(await villages()).toEqual(open)
    expect(await isFrozenIntact(db, Number(tftzId))).toBe(true)
    const setKept = (kept: object[] | null) =>
      db
        .updateTable('unified_task_sum')
        .set({ villages: kept && JSON.stringify(kept) })
        .where('task_id', '=', Number(tftzId))
        .execute()
    await setKept([])
    expect(await isFrozenIntact(db, Number(tftzId))).toBe(false)
    await setKept(null)
    expect(await villages()).toEqual({ isKnown: false, items: [] })
    // The hash as computed at that time.
    const { frozen } = await db
      .selectFrom('unified_task')
      .where('id', '=', Number(tftzId))
      .select('frozen')
      .executeTakeFirstOrThrow()
    const { figures, ...hashes } = frozen as { figures: { villages?: unknown } }
    expect(figures.villages).toHaveLength(2)
    delete figures.villages
    await db
      .updateTable('unified_task')
      .set({
        frozen_hash: createHash('sha256')
          .update(sorted({ figures, ...hashes }))
          .digest(),
      })
      .where('id', '=', Number(tftzId))
      .execute()
    expect(await isFrozenIntact(db, Number(tftzId))).toBe(true)
  })

  test('are listed by what is left to do: invitations, tasks by their end, drafts, the closed', async () => {
    const ordered = async (person: TestPerson) =>
      (
        await console_.ask<{ items: UnifiedTask[] }>(person, 'listUnifiedTasks', {
          query: { tftzName: 'In order' },
        })
      ).items.map(({ tftzName }) => tftzName.slice('In order: '.length))
    const open = async (name: string, endDate: string) => {
      const { tftzId } = await create({ tftzName: `In order: ${name}`, endDate })
      await setState(tftzId, 'open')
      return tftzId
    }
    await create({ tftzName: 'In order: draft' })
    const late = await open('late', '2026-06-28')
    await open('soon', '2026-06-22')
    await setState(await open('closed', '2026-06-21'), 'close')
    expect(await ordered(county)).toEqual(['soon', 'late', 'draft', 'closed'])
    await invite(late)
    expect(await ordered(team)).toEqual(['late'])
    const invited = await open('also', '2026-06-30')
    await invite(invited)
    await answer(late, 'accept')
    expect(await ordered(team)).toEqual(['also', 'late'])
  })

  test('work types have the count and covered area of the tasks that the person can see', async () => {
    const tftzId = await underWay({ workType: 'pest-control' })
    await fly(now - 5 * hourMs, [2.5])
    await settle(tftzId)
    await create({ workType: 'pest-control' })
    await create({ workType: 'sowing' })
    const { coveredArea } = await read(tftzId)
    expect(coveredArea).toBeGreaterThan(0)
    const byType = async (person: TestPerson) =>
      (await console_.ask<{ items: unknown[] }>(person, 'getTaskWorkTypes')).items
    const name = 'Pest and disease control'
    const pests = { workTypeId: 'pest-control', workTypeName: name, taskNum: 2, coveredArea }
    expect(await byType(county)).toEqual([
      pests,
      { workTypeId: 'sowing', workTypeName: 'Sowing', taskNum: 1, coveredArea: 0 },
    ])
    expect(await byType(team)).toEqual([{ ...pests, taskNum: 1 }])
    expect(await byType(rival)).toEqual([])
  })

  test('is copied with its plots; one with work cannot be deleted', async () => {
    const tftzId = await underWay()
    await console_.ask(county, 'addTaskPlots', { ...inPath(tftzId), body: { blockIds: [plotId] } })
    await fly(now - 5 * hourMs, [2.5])
    await settle(tftzId)
    expect(await console_.refusal(county, 'deleteUnifiedTask', inPath(tftzId))).toEqual([
      409,
      'task_has_work',
    ])
    const copy = await console_.ask<UnifiedTask>(county, 'copyUnifiedTask', {
      ...inPath(tftzId),
      body: { tftzName: 'Again', startDate: '2026-08-01', endDate: '2026-08-10' },
    })
    expect(copy).toMatchObject({ state: 'draft', plotNum: 1, droneNum: 0, cropId: 'rice' })
    await console_.ask(county, 'deleteUnifiedTask', inPath(copy.tftzId))
    expect(await console_.refusal(county, 'getUnifiedTask', inPath(copy.tftzId))).toEqual([
      404,
      'not_found',
    ])
  })
})
