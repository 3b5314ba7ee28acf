import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { changeTypeNames } from '@swath/contract/programs/change-types'
import type { Scope } from '@swath/domain/access/caller'
import { tx } from '../../../platform/database/database.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import {
  beginEra,
  deleteEvents,
  readEra,
  readEvents,
  readPresent,
  type Position,
} from './changes.queries.ts'
import { readCursor, writeCursor } from './change-cursor.ts'

const { db } = await ownTestDatabase()
const everything: Scope = { kind: 'all' }
const wanted = { scope: everything, types: changeTypeNames, limit: 100 }

const write = (trx: Parameters<Parameters<typeof tx>[1]>[0], objectId: string) =>
  trx
    .insertInto('change_event')
    .values({ kind: 'drone.state', object_id: objectId, data: JSON.stringify({}) })
    .execute()

const readAll = async (from: Position): Promise<{ found: string[]; next: Position }> => {
  const found: string[] = []
  let next = from
  for (;;) {
    const read = await readEvents(db, next, wanted)
    found.push(...read.events.map((event) => event.object_id))
    next = read.next
    if (!read.more) return { found, next }
  }
}

describe('reading from a cursor', () => {
  test('events of a transaction that is still open hold back those after it', async () => {
    const start = await readPresent(db)
    let commit = (): void => {}
    const isWritten = new Promise<void>((written) => {
      void tx(db, async (trx) => {
        await write(trx, 'slow')
        written()
        await new Promise<void>((end) => (commit = end))
      })
    })
    await isWritten
    await tx(db, (trx) => write(trx, 'fast'))
    const early = await readAll(start)
    expect(early.found).toEqual([])
    commit()
    await expect.poll(async () => (await readAll(early.next)).found).toEqual(['slow', 'fast'])
  })

  test('no event is missed or read twice while many transactions write', async () => {
    const start = await readPresent(db)
    const writers = Promise.all(
      Array.from({ length: 8 }, async (_, writer) => {
        for (let i = 0; i < 25; i++)
          await tx(db, async (trx) => {
            await write(trx, `${writer}-${i}-a`)
            await sql`select pg_sleep(${Math.random() / 50})`.execute(trx)
            await write(trx, `${writer}-${i}-b`)
          })
      }),
    )
    const found: string[] = []
    let next = start
    // transactions of other databases of the server delay the last ones
    while (found.length < 400) {
      const read = await readAll(next)
      found.push(...read.found)
      next = read.next
    }
    await writers
    found.push(...(await readAll(next)).found)
    expect(found).toHaveLength(400)
    expect(new Set(found).size).toBe(400)
    for (let writer = 0; writer < 8; writer++) {
      const own = found.filter((one) => one.startsWith(`${writer}-`))
      const inOrder = own.toSorted(
        (a, b) => Number(a.split('-')[1]) - Number(b.split('-')[1]) || a.localeCompare(b),
      )
      expect(own).toEqual(inOrder)
    }
  })

  test('a page ends at its limit, and the next one continues', async () => {
    const start = await readPresent(db)
    await tx(db, async (trx) => {
      for (let i = 0; i < 5; i++) await write(trx, `page-${i}`)
    })
    await expect.poll(async () => (await readAll(start)).found).toHaveLength(5)
    const first = await readEvents(db, start, { ...wanted, limit: 2 })
    expect(first.events.map((event) => event.object_id)).toEqual(['page-0', 'page-1'])
    expect(first.more).toBe(true)
    expect((await readAll(first.next)).found).toEqual(['page-2', 'page-3', 'page-4'])
  })
})

describe('the end of a cursor', () => {
  test('a cursor before deleted events is refused', async () => {
    const start = await readPresent(db)
    await tx(db, (trx) => write(trx, 'old'))
    const cursor = writeCursor(await readEra(db), start)
    expect(readCursor(await readEra(db), cursor)).toEqual(start)
    const soon = new Date(Date.now() + 60_000)
    expect(await tx(db, (trx) => deleteEvents(trx, soon, 10_000))).toBeGreaterThan(0)
    const { count } = await db
      .selectFrom('change_event')
      .select(sql<number>`count(*)::int4`.as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBe(0)
    const era = await readEra(db)
    expect(() => readCursor(era, cursor)).toThrow()
    expect(readCursor(era, writeCursor(era, era.deleted))).toEqual(era.deleted)
  })

  test('newer events are kept', async () => {
    await tx(db, (trx) => write(trx, 'new'))
    expect(await tx(db, (trx) => deleteEvents(trx, new Date('2026-01-01'), 100))).toBe(0)
  })

  test('after a restore former cursors are refused', async () => {
    const before = await readEra(db)
    const cursor = writeCursor(before, await readPresent(db))
    await beginEra(db)
    const era = await readEra(db)
    expect(() => readCursor(era, cursor)).toThrow()
    const start = await readPresent(db)
    await tx(db, (trx) => write(trx, 'restored'))
    await expect.poll(async () => (await readAll(start)).found).toEqual(['restored'])
  })
})
