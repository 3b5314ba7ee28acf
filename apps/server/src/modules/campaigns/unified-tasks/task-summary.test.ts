import { expect, test } from 'vitest'
import type { Caller } from '@swath/domain/access/caller'
import { insertAccount } from '../../../platform/auth/testing.queries.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { countTasksForWorkbench } from './task-summary.queries.ts'

const { db } = await ownTestDatabase(loadRegionTable)
// 00:30 on the 16th in Shanghai.
const now = new Date('2026-06-15T16:30:00Z')

test('tasks that end within a week, that have ended, and invitations, by days of the task’s time zone', async () => {
  const county = await insertAccount(db, { type: 'government' })
  const team = await insertAccount(db, { type: 'operator', operator_type: 'team' })
  const add = async (end: string, state: 'draft' | 'open' = 'open'): Promise<number> =>
    (
      await db
        .insertInto('unified_task')
        .values({
          account_id: county.id,
          name: `Until ${end}`,
          region_code: '156330106',
          time_zone: 'Asia/Shanghai',
          type: 1,
          start_day: '2026-06-01',
          end_day: end,
          state,
          opened_at: state === 'open' ? new Date('2026-06-01T00:00:00Z') : null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  await add('2026-06-15') // over: it is the 16th there
  const invited = await add('2026-06-16')
  await add('2026-06-23')
  await add('2026-06-24')
  await add('2026-06-17', 'draft')
  await db
    .insertInto('unified_task_operator')
    .values({ task_id: invited, account_id: team.id })
    .execute()
  const callerOf = (accountId: string, scope: Caller['scope']): Caller =>
    ({ accountId, scope }) as Caller
  expect(
    await countTasksForWorkbench(
      db,
      callerOf(county.id, { kind: 'region', prefix: '156330106' }),
      now,
    ),
  ).toEqual({
    'tasks-ending': { count: 2, firstAt: new Date('2026-06-15T16:00:00Z') },
    'tasks-ended': 1,
    'tasks-invited': 0,
  })
  const scope = { kind: 'accounts', accountIds: [team.id], as: 'operator' } as const
  expect(await countTasksForWorkbench(db, callerOf(team.id, scope), now)).toMatchObject({
    'tasks-ending': { count: 1 },
    'tasks-ended': 0,
    'tasks-invited': 1,
  })
})
