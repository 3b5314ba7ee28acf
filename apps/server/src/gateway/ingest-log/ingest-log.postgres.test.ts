import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ownTestDatabase } from '../../platform/database/testing-file.ts'
import { createPostgresLog } from './ingest-log.postgres.queries.ts'

const own = await ownTestDatabase()

test('the backlog is what no checkpoint has taken, with the age of its oldest batch', async () => {
  const ingestLog = createPostgresLog(own.db)
  expect(await ingestLog.backlog()).toEqual({ batches: 0, bytes: 0, oldestS: 0 })
  await ingestLog.append({
    receivedAtMs: Date.now(),
    droneId: 'BACKLOG-1',
    kind: 'track',
    refusal: '',
    bytes: Buffer.from('a message'),
  })
  await sql`update ingest_segment set written_at = now() - interval '90 seconds'`.execute(own.db)
  const { batches, bytes, oldestS } = await ingestLog.backlog()
  expect(batches).toBe(1)
  expect(bytes).toBeGreaterThan('a message'.length)
  expect(oldestS).toBeGreaterThanOrEqual(90)
  expect(oldestS).toBeLessThan(150)
  await ingestLog.close()
})
