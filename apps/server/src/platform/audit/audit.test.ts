import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { insertAccount, insertRegions } from '../auth/testing.queries.ts'
import { tx } from '../database/database.ts'
import { rollback } from '../database/testing.ts'
import { ownTestDatabase } from '../database/testing-file.ts'
import { changeLog, recordAudit, verifyChain, type AuditEntry } from './audit.ts'

const database = await ownTestDatabase(insertRegions)
const { db } = database

const entry = (accountId: string, more: Partial<AuditEntry> = {}): AuditEntry => ({
  accountId,
  atMs: 1_800_000_000_123,
  logType: changeLog,
  user: { id: null, name: 'Somebody' },
  ip: '127.0.0.1',
  action: 'no-fly-zone.delete',
  ...more,
})
const write = async (accountId: string, count: number) => {
  for (let i = 1; i <= count; i++) {
    await tx(db, (t) =>
      recordAudit(
        t,
        entry(accountId, {
          atMs: 1_800_000_000_000 + i,
          object: { type: 'no-fly-zone', id: String(i) },
          details: { i },
        }),
      ),
    )
  }
}

describe("an account's log", () => {
  test('is numbered without gaps and verifies', async () => {
    const { id } = await insertAccount(db)
    expect(await verifyChain(db, id)).toMatchObject({ whole: true, rows: 0 })
    await write(id, 5)
    expect(await verifyChain(db, id)).toMatchObject({ whole: true, rows: 5 })
  })

  test('appends many entries sent at once, one after the other', async () => {
    const { id } = await insertAccount(db)
    await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        tx(db, (t) => recordAudit(t, entry(id, { details: { i } }))),
      ),
    )
    expect(await verifyChain(db, id)).toMatchObject({ whole: true, rows: 40 })
  })

  test('loses only the entry when a transaction is rolled back', async () => {
    const { id } = await insertAccount(db)
    await write(id, 2)
    await expect(
      tx(db, async (t) => {
        await recordAudit(t, entry(id))
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    await write(id, 1)
    expect(await verifyChain(db, id)).toMatchObject({ whole: true, rows: 3 })
  })

  test('stores any text that people type', async () => {
    const { id } = await insertAccount(db)
    // Keys are the program's own, without characters that JSON escapes: in Node.js 24.21, after
    // JSON.parse('{"a":1,"\\\\":2}'), JSON.parse('{"a":1,"\\"":2}') returns the key of the first text.
    const key = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/["\\\p{Cc}]/gu, ''))
    const values = [
      fc.string({ unit: 'grapheme' }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
    ]
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary' }),
        fc.dictionary(key, fc.anything({ key, values })),
        async (name, details) => {
          await tx(db, (t) =>
            recordAudit(
              t,
              entry(id, {
                user: { id: null, name: `${name}\0\uD800` },
                object: { type: 'x', id: '1', name },
                details,
              }),
            ),
          )
          expect((await verifyChain(db, id)).whole).toBe(true)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('is verified when it has more rows than are read at once', async () => {
    const { id } = await insertAccount(db)
    await tx(db, async (t) => {
      for (let i = 0; i < 1001; i++) await recordAudit(t, entry(id))
    })
    expect(await verifyChain(db, id)).toMatchObject({ whole: true, rows: 1001 })
  })
})

describe('verification of a log detects', () => {
  const rows = 12
  let accountId: string
  beforeAll(async () => {
    accountId = (await insertAccount(db)).id
    await write(accountId, rows)
  })
  const number = fc.integer({ min: 1, max: rows })
  const tampered = (statement: ReturnType<typeof sql>) =>
    rollback(db, async (t) => {
      await statement.execute(t)
      return verifyChain(t, accountId)
    })

  test('an edited field', async () => {
    const edits = fc.constantFrom(
      sql`action = 'drone.list'`,
      sql`user_name = 'Nobody'`,
      sql`at = at + interval '1 ms'`,
      sql`ip = null`,
      sql`details = '{"i": 0}'`,
      sql`object_id = 'other'`,
      sql`object_name = 'x'`,
      sql`log_type = 1`,
      sql`user_id = account_id`,
      sql`hash = sha256('x')`,
      sql`previous_hash = sha256('x')`,
    )
    await fc.assert(
      fc.asyncProperty(number, edits, async (at, edit) => {
        expect(
          await tampered(
            sql`update audit_log set ${edit} where account_id = ${accountId} and number = ${at}`,
          ),
        ).toEqual({ whole: false, brokenAt: at })
      }),
      { numRuns: 40 },
    )
  })

  test('a missing row, also the last one', async () => {
    for (let at = 1; at <= rows; at++) {
      expect(
        await tampered(
          sql`delete from audit_log where account_id = ${accountId} and number = ${at}`,
        ),
      ).toEqual({ whole: false, brokenAt: at })
    }
  })

  test('a missing row whose successors were renumbered', async () => {
    const check = await rollback(db, async (t) => {
      await sql`delete from audit_log where account_id = ${accountId} and number = 4`.execute(t)
      await sql`update audit_log set number = number - 1000 where account_id = ${accountId} and number > 4`.execute(
        t,
      )
      await sql`update audit_log set number = number + 999 where account_id = ${accountId} and number < 0`.execute(
        t,
      )
      return verifyChain(t, accountId)
    })
    expect(check).toEqual({ whole: false, brokenAt: 4 })
  })

  test('two swapped rows', async () => {
    await fc.assert(
      fc.asyncProperty(number, number, async (one, other) => {
        fc.pre(one !== other)
        const check = await rollback(db, async (t) => {
          const move = (from: number, to: number) =>
            sql`update audit_log set number = ${to} where account_id = ${accountId} and number = ${from}`.execute(
              t,
            )
          await move(one, 1000)
          await move(other, one)
          await move(1000, other)
          return verifyChain(t, accountId)
        })
        expect(check).toEqual({ whole: false, brokenAt: Math.min(one, other) })
      }),
      { numRuns: 30 },
    )
  })

  test('that all rows were deleted', async () => {
    expect(await tampered(sql`delete from audit_log where account_id = ${accountId}`)).toEqual({
      whole: false,
      brokenAt: 1,
    })
  })
})
