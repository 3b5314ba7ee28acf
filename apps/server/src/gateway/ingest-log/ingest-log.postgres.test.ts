import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ownTestDatabase } from '../../platform/database/testing-file.ts'
import { decodeRecords, packSegment } from './ingest-log.ts'
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

test('a segment is compressed where every program can read it, and gives the same records', () => {
  const records = Array.from({ length: 400 }, (_, i) => ({
    receivedAtMs: i,
    droneId: `PACKED-${i}`,
    kind: 'track' as const,
    refusal: '',
    bytes: Buffer.from(`{"v":1,"boot":"b","seq":${i},"pts":[]}`),
  }))
  const [plain, packed] = [packSegment(records, false), packSegment(records, true)]
  expect(decodeRecords(plain)).toEqual(records)
  expect(decodeRecords(packed)).toEqual(records)
  expect(packed.length).toBeLessThan(plain.length / 3)
  expect(packSegment(records.slice(0, 10), true)).toEqual(packSegment(records.slice(0, 10), false))
  const damaged = Buffer.from(packed)
  damaged.fill(0xff, packed.length >> 1)
  expect(() => decodeRecords(damaged)).toThrow(RangeError)
})
