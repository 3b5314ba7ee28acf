// Commits that wait for a synchronous replica, on an external PostgreSQL (`npm run test:engines`).
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LightClient } from './light-client.ts'

const url = process.env['TEST_DATABASE_URL']
if (!url) throw new Error('TEST_DATABASE_URL is not set: npm run test:engines sets it')
const admin = new pg.Client({ connectionString: url })

/** Sessions of other tests do not wait: `synchronous_commit` is off there. */
const waitFor = async (replica: string): Promise<void> => {
  await admin.query(`alter system set synchronous_standby_names = '${replica}'`)
  await admin.query('select pg_reload_conf()')
}

beforeAll(async () => {
  await admin.connect()
  await admin.query('create table waiting_commit (id int)')
})
afterAll(async () => {
  await waitFor('')
  await admin.query('drop table waiting_commit')
  await admin.end()
})

/** Cancels the session as soon as it waits for the replica. */
const cancelWait = async (pid: number): Promise<void> => {
  await expect
    .poll(async () => {
      const { rows } = await admin.query(
        `select pg_cancel_backend(pid) from pg_stat_activity where pid = $1 and wait_event = 'SyncRep'`,
        [pid],
      )
      return rows.length
    })
    .toBe(1)
}

test('a commit whose wait for the replica was cancelled is no success', async () => {
  await waitFor('nobody')
  const client = new LightClient({ connectionString: url })
  await client.connect()
  const ask = (text: string): Promise<pg.QueryResult> => (client as pg.Client).query(text)
  await ask('set synchronous_commit = on')
  await expect
    .poll(async () => (await ask('show synchronous_standby_names')).rows)
    .toEqual([{ synchronous_standby_names: 'nobody' }])
  const { pid } = (await ask('select pg_backend_pid() as pid')).rows[0] as { pid: number }
  const refused = (text: string): Promise<void> =>
    expect(ask(text)).rejects.toMatchObject({ code: '08007' })
  await Promise.all([refused('insert into waiting_commit values (1)'), cancelWait(pid)])
  await ask('begin')
  await ask('insert into waiting_commit values (2)')
  await Promise.all([refused('commit'), cancelWait(pid)])
  // The connection is good for the next statement.
  expect((await ask('select id from waiting_commit order by id')).rows).toEqual([
    { id: 1 },
    { id: 2 },
  ])
  await waitFor('')
  await expect
    .poll(async () => (await ask('show synchronous_standby_names')).rows)
    .toEqual([{ synchronous_standby_names: '' }])
  expect((await ask('insert into waiting_commit values (3)')).rowCount).toBe(1)
  await client.end()
})
