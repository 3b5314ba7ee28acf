import { beforeEach, expect, test } from 'vitest'
import { chemicals, type Chemical } from '@swath/contract/land/chemicals'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { chemicalList } from './chemicals.ts'

const database = await ownTestDatabase(loadRegionTable)
const { db } = database
let console_: Awaited<ReturnType<typeof openConsole<typeof chemicals.routes>>>
let team: TestPerson
let rival: TestPerson

beforeEach(async () => {
  console_ = await openConsole(
    database,
    chemicals.routes,
    chemicalList.handlers,
    Date.parse('2026-06-15T04:00:00Z'),
  )
  team = await console_.person({ type: 'operator', operator_type: 'team' })
  rival = await console_.person({ type: 'operator', operator_type: 'team' })
  return () => console_.close()
})

const add = (chemicalName: string, person = team) =>
  console_.ask<Chemical>(person, 'addChemical', { body: { chemicalName, kind: 'fertiliser' } })
const list = (query: Record<string, string>, person = team) =>
  console_.ask<{ items: Chemical[]; total: number; pageIndex: number; size: number }>(
    person,
    'listChemicals',
    { query },
  )

test('common substances have names in the caller’s language, a thousand at once', async () => {
  const { items, total } = await list({ size: '1000' })
  expect(items).toHaveLength(total)
  expect(items.find(({ chemicalId }) => chemicalId === '2-4-d')).toMatchObject({
    chemicalName: '2,4-D',
    kind: 'herbicide',
    own: false,
    can: { update: false, delete: false },
  })
  const asked = await console_.send(
    'listChemicals',
    { query: { chemicalName: '益達', kind: 'insecticide' }, language: 'zh-TW' },
    rival,
  )
  expect(asked.json()).toMatchObject({ items: [{ chemicalId: 'imidacloprid' }], total: 1 })
  const names = await db
    .selectFrom('chemical')
    .where('account_id', 'is', null)
    .select('names')
    .execute()
  for (const one of names)
    expect(Object.keys(one.names).toSorted()).toEqual(['en', 'ko', 'th', 'zh-CN', 'zh-TW'])
})

test('an account adds, changes and deletes its own, which no other account sees', async () => {
  const own = await add('  Leaf green 12  ')
  expect(own).toMatchObject({
    chemicalName: 'Leaf green 12',
    own: true,
    can: { update: true, delete: true },
  })
  const found = { chemicalName: 'leaf GREEN' }
  expect((await list(found)).items).toEqual([own])
  expect((await list(found, rival)).total).toBe(0)
  const body = { ...own, chemicalName: 'Leaf green 14' }
  const changed = await console_.ask<Chemical>(team, 'updateChemical', { body })
  expect(changed).toMatchObject({ chemicalName: 'Leaf green 14', version: own.version + 1 })
  expect(await console_.refusal(team, 'updateChemical', { body })).toEqual([409, 'conflict'])
  const params = { chemicalId: own.chemicalId }
  expect(await console_.refusal(rival, 'updateChemical', { body })).toEqual([404, 'not_found'])
  expect(await console_.refusal(rival, 'deleteChemical', { params })).toEqual([404, 'not_found'])
  await console_.ask(team, 'deleteChemical', { params })
  expect((await list(found)).total).toBe(0)
  const log = await db
    .selectFrom('audit_log')
    .where('object_id', '=', own.chemicalId)
    .orderBy('number')
    .select(['action', 'details'])
    .execute()
  expect(log).toEqual([
    {
      action: 'chemical.add',
      details: { after: { chemicalName: 'Leaf green 12', kind: 'fertiliser' } },
    },
    {
      action: 'chemical.update',
      details: {
        before: { chemicalName: 'Leaf green 12' },
        after: { chemicalName: 'Leaf green 14' },
      },
    },
    {
      action: 'chemical.delete',
      details: { before: { chemicalName: 'Leaf green 14', kind: 'fertiliser' } },
    },
  ])
})

test('a chemical that a task uses cannot be deleted', async () => {
  const { chemicalId } = await add('Leaf green 12')
  const task = await db
    .insertInto('unified_task')
    .values({
      account_id: team.account.id,
      name: 'Rice blast, June',
      region_code: '156330106',
      time_zone: 'Asia/Shanghai',
      type: 1,
      start_day: '2026-06-01',
      end_day: '2026-06-14',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('unified_task_chemical')
    .values({ task_id: task.id, chemical_id: chemicalId, dose_per_ha: null })
    .execute()
  const params = { chemicalId }
  expect(await console_.refusal(team, 'deleteChemical', { params })).toEqual([409, 'in_use'])
  await db.deleteFrom('unified_task').where('id', '=', task.id).execute()
  await console_.ask(team, 'deleteChemical', { params })
  expect((await list({ chemicalName: 'leaf green 12' })).total).toBe(0)
})

test('shared ones cannot be changed by anyone', async () => {
  const params = { chemicalId: 'imidacloprid' }
  const root = await console_.person({ type: 'platform' })
  expect(await console_.refusal(root, 'deleteChemical', { params })).toEqual([403, 'forbidden'])
})
