import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { recordAudit } from '../platform/audit/audit.ts'
import { findPersonByLogin } from '../platform/auth/people.queries.ts'
import { passwordIsRight } from '../platform/auth/passwords.ts'
import { insertAccount } from '../platform/auth/testing.queries.ts'
import { tx } from '../platform/database/database.ts'
import { migrate, migrationsFolder, readMigrations } from '../platform/database/migrate.ts'
import { findOldestProgram } from '../platform/database/oldest-program.queries.ts'
import { readsArchives } from '../gateway/tracks/public.ts'
import {
  createEmptyTestDatabase,
  createTestDatabase,
  type TestDatabase,
} from '../platform/database/testing.ts'
import {
  insertDroneRow,
  insertFlight,
  insertModel,
  pointsEast,
} from '../modules/flights/flights/testing-rows.queries.ts'
import { mergeSumChanges } from '../modules/figures/figures/merge-sums.queries.ts'
import { logAuditEndsJob } from '../modules/overview/stored-data/log-audit-ends.ts'
import { loadRegionTable } from '../modules/people/regions/regions.seed.ts'
import { fromHere, program, run, runAsProgram } from './testing-cli.ts'

test('without a command, or with an unknown one, lists the commands', async () => {
  const bare = await runAsProgram(null, [])
  expect(bare.code).toBe(0)
  expect(bare.out).toContain('create-admin')
  expect(await runAsProgram(null, ['destroy'])).toMatchObject({ code: 64, out: bare.out })
})

describe('on an empty database', () => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await createEmptyTestDatabase()
    return () => database.close()
  })

  test('doctor says whether running programs survive the migrations', async () => {
    await migrate(database.db, { last: 14 })
    expect((await run(database, ['doctor'])).out).toMatch(
      /ok +programs of the version before go on/,
    )
    await sql`delete from schema_migration where number = 14`.execute(database.db)
    expect((await run(database, ['doctor'])).out).toMatch(
      /PROBLEM +stop every program of the version before/,
    )
  })

  test('what older programs cannot read is allowed at once if nobody uses it, else by finish-upgrade', async () => {
    const { db } = database
    await migrate(db, { last: 17 })
    expect(await run(database, ['finish-upgrade'])).toMatchObject({ code: 1 })
    await loadRegionTable(db)
    await insertAccount(db)
    await migrate(db)
    expect(await findOldestProgram(db)).toBe(14)
    expect((await run(database, ['doctor'])).out).toContain('until you run finish-upgrade')
    expect((await run(database, ['finish-upgrade'])).out).toContain(
      'No program before this version',
    )
    expect((await run(database, ['doctor'])).out).not.toContain('finish-upgrade')
    expect(await findOldestProgram(db)).toBe((await readMigrations(migrationsFolder)).length)

    const unused = await createEmptyTestDatabase()
    onTestFinished(() => unused.close())
    await migrate(unused.db)
    expect(await findOldestProgram(unused.db)).toBe(readsArchives)
  })

  test('migrate updates it to this version, once', async () => {
    const doctorBefore = await run(database, ['doctor'])
    expect(doctorBefore).toMatchObject({ code: 1 })
    expect(doctorBefore.out).toMatch(/PROBLEM +0 of \d+ migrations/)
    const first = await runAsProgram(database, ['migrate'])
    expect(first).toMatchObject({ code: 0, err: '' })
    expect(first.out).toMatch(/Applied \d+: 0001_accounts/)
    expect((await run(database, ['migrate'])).out).toContain('at this version already')
    const doctor = await runAsProgram(database, ['doctor'])
    expect(doctor.out).toMatch(/ok +PostgreSQL 1\d/)
    expect(doctor.out).toMatch(/ok +(\d+) of \1 migrations/)
    expect(
      (
        await database.db
          .selectFrom('region')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
    ).toBeGreaterThan(3000)
  })

  test('doctor says whether the malware scanner answers', async () => {
    const server = createServer((socket) => {
      socket.once('data', () => socket.end('stream: OK\0')).on('error', () => {})
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const CLAMD = `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`
    expect((await run(database, ['doctor'], { CLAMD })).out).toMatch(/ok +ClamAV scans uploads/)
    server.close()
    await once(server, 'close')
    expect((await run(database, ['doctor'], { CLAMD })).out).toMatch(
      /PROBLEM +ClamAV does not answer at CLAMD/,
    )
  })

  test('create-admin creates one administrator who can sign in, and no second one', async () => {
    const secret = { ADMIN_PASSWORD: 'Correct2026' }
    expect(await run(database, ['create-admin', '13800000000', 'A Person'], secret)).toMatchObject({
      code: 64,
    })
    expect(await run(database, ['create-admin', '+86-13800000000', ' '], secret)).toMatchObject({
      code: 64,
    })
    expect(
      await run(database, ['create-admin', '+86-13800000000', 'A Person'], {
        ADMIN_PASSWORD: 'short1',
      }),
    ).toMatchObject({ code: 65, out: '' })
    for (const [password, why] of [
      ['Password1', 'most common'],
      ['a13800000000', 'phone number'],
    ] as const)
      expect(
        await run(database, ['create-admin', '+86-13800000000', 'A Person'], {
          ADMIN_PASSWORD: password,
        }),
      ).toMatchObject({ code: 65, out: '', err: expect.stringContaining(why) })
    const both = await Promise.all(
      ['+86-13800000001', '+86-13800000002'].map((phone) =>
        runAsProgram(database, ['create-admin', phone, 'A Person'], secret),
      ),
    )
    expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 1])
    expect(both.find(({ code }) => code === 1)!.err).toContain('There is an administrator already')
    const people = await database.db.selectFrom('app_user').select('phone').execute()
    expect(people).toHaveLength(1)
    const person = (await findPersonByLogin(database.db, { phone: people[0]!.phone! }))!
    expect(person).toMatchObject({
      accountType: 'platform',
      userType: 1,
      checkStatus: 2,
      enabled: true,
      parentId: null,
    })
    expect(await passwordIsRight(person.passwordHash, 'Correct2026')).toBe(true)
    expect(both.map(({ out, err }) => out + err).join()).not.toContain('Correct2026')
  })

  test('an unreachable database is reported in one sentence', async () => {
    const { code, err } = await runAsProgram(null, ['doctor'], {
      DATABASE_URL: 'postgresql://nobody:hidden@127.0.0.1:9/none',
    })
    expect(code).toBe(1)
    expect(err).toMatch(/^The database .*127\.0\.0\.1.*\n$/)
    expect(err).not.toContain('hidden')
  })
})

describe('on a database of this version', () => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await createTestDatabase()
    return () => database.close()
  })

  test('doctor names migrations that this version does not have', async () => {
    await sql`insert into schema_migration (number, name, sha256)
      values (9999, '9999_later.sql', '')`.execute(database.db)
    const { code, out } = await run(database, ['doctor'])
    expect(code).toBe(1)
    expect(out).toMatch(/ok +(\d+) of \1 migrations/)
    expect(out).toMatch(/PROBLEM +migrations of another version: 1, the last 9999_later\.sql/)
  })

  test('reset-second-factor removes the factors of a person, and records it', async () => {
    const secret = { ADMIN_PASSWORD: 'Swath2026' }
    await run(database, ['create-admin', '+86-13800000001', 'A Person'], secret)
    const { db } = database
    const person = (await findPersonByLogin(db, { phone: '+86-13800000001' }))!
    await db
      .insertInto('passkey')
      .values({
        id: person.userId,
        user_id: person.userId,
        host: 'localhost',
        credential_id: Buffer.from('id'),
        public_key: Buffer.from('key'),
        counter: 0,
        transports: [],
        name: 'Phone',
        created_at: new Date(),
      })
      .execute()
    expect(await run(database, ['reset-second-factor', '13800000001'])).toMatchObject({ code: 64 })
    expect(await run(database, ['reset-second-factor', '+86-13800000002'])).toMatchObject({
      err: 'Nobody signs in with +86-13800000002.\n',
    })
    expect(await runAsProgram(database, ['reset-second-factor', '+86-13800000001'])).toMatchObject({
      code: 0,
    })
    expect(await findPersonByLogin(db, { phone: '+86-13800000001' })).toMatchObject({
      hasFactor: false,
    })
    const log = await db.selectFrom('audit_log').select(['action', 'user_name']).execute()
    expect(log).toEqual([{ action: 'second-factor.reset', user_name: 'reset-second-factor' }])
  })

  test('the password may be read from standard input; without one, it reports that', async () => {
    const env = { ...fromHere, DATABASE_URL: database.url, DATA_DIR: '/tmp' }
    const child = spawn(process.execPath, [program, 'create-admin', '+66-812345678', 'Somchai'], {
      env,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    child.stdin.end('Piped2026\n')
    expect((await once(child, 'close'))[0]).toBe(0)
    expect(
      await passwordIsRight(
        (await findPersonByLogin(database.db, { phone: '+66-812345678' }))!.passwordHash,
        'Piped2026',
      ),
    ).toBe(true)
    const silent = await runAsProgram(database, ['create-admin', '+66-812345679', 'Nobody'])
    expect(silent.code).toBe(65)
    expect(silent.err).toContain('password')
  })
})

describe('verify-audit and verify-records', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
    await loadRegionTable(database.db)
  })
  afterAll(() => database.close())

  test('an edited log is named with its first wrong row', async () => {
    const { db } = database
    const account = await insertAccount(db, { name: 'Edited' })
    for (const action of ['a', 'b', 'c']) {
      await tx(db, (trx) =>
        recordAudit(trx, {
          accountId: account.id,
          atMs: Date.now(),
          logType: 2,
          user: { id: null, name: 'x' },
          ip: null,
          action,
        }),
      )
    }
    expect(await run(database, ['verify-audit'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('3 rows'),
    })
    await db
      .updateTable('audit_log')
      .set({ user_name: 'y' })
      .where('account_id', '=', account.id)
      .where('number', '=', 2)
      .execute()
    const { code, out } = await runAsProgram(database, ['verify-audit'])
    expect(code).toBe(1)
    expect(out).toContain(`Edited (${account.id}): broken at row 2`)
  })

  test('a log that was made anew differs from its end in the log of the program', async () => {
    const { db } = database
    const account = await insertAccount(db)
    const entry = { accountId: account.id, atMs: 0, logType: 2 as const, ip: null, action: 'a' }
    await tx(db, (trx) => recordAudit(trx, { ...entry, user: { id: null, name: 'x' } }))
    const lines: string[] = []
    const log = pino({}, { write: (line) => void lines.push(line) })
    await logAuditEndsJob({ db }).run({}, { log, signal: AbortSignal.abort() })
    const folder = mkdtempSync(join(tmpdir(), 'swath-ends-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'log')
    writeFileSync(file, `not JSON\n${lines.join('')}{"auditEnds":[["cut`)
    const compare = async () => (await run(database, ['verify-audit', file])).out
    expect(await compare()).toMatch(/\n2 ends compared, 0 differ.\n$/)
    await db.deleteFrom('audit_log').where('account_id', '=', account.id).execute()
    await db.deleteFrom('audit_head').where('account_id', '=', account.id).execute()
    expect(await compare()).toContain(`${account.id}: row 1 is missing, logged at 20`)
    await tx(db, (trx) => recordAudit(trx, { ...entry, user: { id: null, name: 'y' } }))
    expect(await compare()).toContain(`${account.id}: row 1 is another one than logged at 20`)
    expect(await compare()).toMatch(/\n2 ends compared, 1 differ.\n$/)
    writeFileSync(file, '')
    expect((await run(database, ['verify-audit', file])).err).toContain('no line with ends')
    expect((await run(database, ['verify-audit', '/no/such'])).err).toBe(
      '/no/such cannot be read.\n',
    )
  })

  test('an edited record is named, among all drones or for one; an unknown drone is reported', async () => {
    const { db } = database
    const maker = await insertAccount(db, { type: 'manufacturer' })
    const modelId = await insertModel(db, maker.id)
    const [whole, edited] = [
      await insertDroneRow(db, { modelId, manufacturerId: maker.id }),
      await insertDroneRow(db, { modelId, manufacturerId: maker.id }),
    ]
    const start = Date.now() - 3_600_000
    for (const drone of [whole, edited])
      await insertFlight(db, drone, { startMs: start, points: pointsEast(start, 5) })
    expect(await run(database, ['verify-records'])).toMatchObject({
      code: 0,
      out: '2 work records, 0 broken.\n',
    })
    await db
      .updateTable('work_record')
      .set({ spray_l: 99 })
      .where('drone_id', '=', edited.id)
      .execute()
    const all = await runAsProgram(database, ['verify-records'])
    expect(all.code).toBe(1)
    expect(all.out).toMatch(
      new RegExp(
        `${edited.id}: the record of sortie [\\da-f-]{36} is not as it was written\\n2 work records, 1 broken`,
      ),
    )
    expect(await run(database, ['verify-records', whole.id])).toMatchObject({
      code: 0,
      out: '1 work records, 0 broken.\n',
    })
    expect(await run(database, ['verify-records', 'NO-SUCH'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('NO-SUCH'),
    })
  })
})

test('recompute-sums names sums that differ from the rows, and corrects them', async () => {
  const database = await createTestDatabase()
  try {
    const { db } = database
    await loadRegionTable(db)
    const maker = await insertAccount(db, { type: 'manufacturer' })
    const modelId = await insertModel(db, maker.id)
    const drone = await insertDroneRow(db, { modelId, manufacturerId: maker.id })
    await insertFlight(db, drone, { startMs: Date.UTC(2026, 5, 1) })
    await tx(db, mergeSumChanges)
    const right = await run(database, ['recompute-sums'])
    expect(right.code).toBe(0)
    expect(right.out).toMatch(/^\d+ kept sums, \d+ kept counts, 0 differed\.\n$/)
    await sql`update figure.work_month_region set present = present + 1`.execute(db)
    const wrong = await runAsProgram(database, ['recompute-sums'])
    expect(wrong.code).toBe(1)
    expect(wrong.out).toContain('work_month_region: 1 sums differed, by 1 rows in all\n')
    expect(wrong.out).toMatch(/ kept counts, 1 differed\.\n$/)
    expect((await run(database, ['recompute-sums'])).out).toBe(right.out)
  } finally {
    await database.close()
  }
})
