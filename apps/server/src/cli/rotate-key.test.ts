import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyChain } from '../platform/audit/audit.ts'
import { secretKeyPurpose } from '../platform/auth/factory-credential.ts'
import { insertAccount, insertUser } from '../platform/auth/testing.queries.ts'
import { createSealer, sealerUnder, type Sealer } from '../platform/config/master-key.ts'
import { tx } from '../platform/database/database.ts'
import { createTestDatabase, type TestDatabase } from '../platform/database/testing.ts'
import { uuidv7 } from '../platform/database/uuid.ts'
import { loadRegionTable } from '../modules/people/regions/regions.seed.ts'
import { pushKeyPurpose } from '../modules/alarms/public.ts'
import { sealedFor } from '../modules/gear/public.ts'
import { providerSecretPurpose, totpPurpose } from '../modules/people/public.ts'
import { sealedColumns } from './rotate-key.queries.ts'
import { resealAll } from './rotate-key.ts'
import { fromHere, program, run, runAsProgram } from './testing-cli.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await loadRegionTable(database.db)
})
afterAll(() => database.close())

const [before, now] = [randomBytes(32), randomBytes(32)]
const environment = {
  MASTER_KEY: now.toString('base64'),
  MASTER_KEY_BEFORE: before.toString('hex'),
}
/** The command's output and exit code. */
const reseal = async (): Promise<(string | number)[]> => {
  const lines: (string | number)[] = []
  lines.push(await resealAll(database.db, { now, before }, (line) => lines.push(line)))
  return lines
}
let vendors = 0

/** A maker with a secret key and two firmware keys, all sealed under the old key. */
const insertMaker = async (sealer: Sealer) => {
  const { db } = database
  const account = await insertAccount(db, { type: 'manufacturer' })
  const vid = ++vendors
  const secret = randomBytes(32)
  await db
    .insertInto('secret_key')
    .values({
      vid,
      account_id: account.id,
      id: uuidv7(Date.now()),
      key_sealed: sealer.seal(secret, secretKeyPurpose(vid)),
      fingerprint: 'f'.repeat(16),
      created_by: null,
      created_at: new Date(),
    })
    .execute()
  for (const retired of [null, new Date()]) {
    const fingerprint = randomBytes(8).toString('hex')
    await db
      .insertInto('firmware_key')
      .values({
        id: uuidv7(Date.now()),
        account_id: account.id,
        fingerprint,
        public_key: randomBytes(32),
        secrets_sealed: sealer.seal(randomBytes(64), sealedFor(fingerprint)),
        created_by_name: 'Somebody',
        created_at: new Date(),
        retired_at: retired,
      })
      .execute()
  }
  const read = async (with_: Sealer): Promise<boolean> => {
    const { key_sealed } = await db
      .selectFrom('secret_key')
      .select('key_sealed')
      .where('vid', '=', vid)
      .executeTakeFirstOrThrow()
    try {
      return with_.open(key_sealed, secretKeyPurpose(vid)).equals(secret)
    } catch {
      return false
    }
  }
  return { id: account.id, vid, opensUnder: (key: Buffer) => read(sealerUnder(key)), read }
}

const logOf = async (accountId: string) =>
  database.db
    .selectFrom('audit_log')
    .select(['action', 'details'])
    .where('account_id', '=', accountId)
    .execute()

test('requires both keys', async () => {
  expect(await runAsProgram(database, ['rotate-key'])).toMatchObject({
    code: 78,
    err: expect.stringContaining('MASTER_KEY_BEFORE'),
  })
})

test('continues after being killed halfway, and records the change once in each account’s log', async () => {
  const old = sealerUnder(before)
  const makers = [await insertMaker(old), await insertMaker(old), await insertMaker(old)]
  const [first, second, third] = makers.toSorted((a, b) => (a.id < b.id ? -1 : 1)) as [
    (typeof makers)[0],
    (typeof makers)[0],
    (typeof makers)[0],
  ]
  await tx(database.db, async (trx) => {
    await sql`select 1 from secret_key where vid = ${second.vid} for update`.execute(trx)
    const child = spawn(process.execPath, [program, 'rotate-key'], {
      env: { ...fromHere, DATA_DIR: '/tmp', DATABASE_URL: database.url, ...environment },
      stdio: 'ignore',
    })
    const ended = once(child, 'exit')
    await expect.poll(() => first.opensUnder(now)).toBe(true)
    child.kill('SIGKILL')
    await ended
  })
  expect([await second.opensUnder(before), await third.opensUnder(before)]).toEqual([true, true])
  // meanwhile the program opens values sealed with either key, and seals with the new one
  const both = (await createSealer({
    masterKey: now,
    masterKeyBefore: before,
    dataFolder: '/nowhere',
    demo: false,
    production: true,
  })())!
  for (const maker of makers) expect(await maker.read(both)).toBe(true)
  expect(
    sealerUnder(now)
      .open(both.seal(Buffer.from('x'), 'p'), 'p')
      .toString(),
  ).toBe('x')

  expect(await reseal()).toEqual([
    '6 sealed anew, 3 were so already, 0 cannot be opened.',
    'MASTER_KEY_BEFORE is needed no more.',
    0,
  ])
  expect((await reseal())[0]).toBe('0 sealed anew, 9 were so already, 0 cannot be opened.')
  for (const maker of makers) {
    expect([await maker.opensUnder(now), await maker.opensUnder(before)]).toEqual([true, false])
    expect(await logOf(maker.id)).toEqual([{ action: 'master-key.rotate', details: { keys: 3 } }])
    expect(await verifyChain(database.db, maker.id)).toMatchObject({ whole: true })
  }
  // a start with the wrong key reports it
  expect(await run(database, ['doctor'], { MASTER_KEY: before.toString('base64') })).toMatchObject({
    code: 1,
    out: expect.stringMatching(/PROBLEM +0 of 9 sealed secrets open/),
  })
})

test('data that neither key opens is reported and left unchanged', async () => {
  const lost = randomBytes(32)
  const maker = await insertMaker(sealerUnder(lost))
  const lines = await reseal()
  expect(lines[0]).toContain(`(${maker.id}): secret_key ${maker.vid} opens under neither key`)
  expect(lines.slice(-2)).toEqual([expect.stringMatching(/3 cannot be opened\.$/), 1])
  expect(await maker.opensUnder(lost)).toBe(true)
  expect(await logOf(maker.id)).toEqual([])
})

test('the key of the service for Web Push is resealed', async () => {
  const { db } = database
  const secret = randomBytes(32)
  await db
    .insertInto('push_key')
    .values({
      public_key: randomBytes(65),
      private_sealed: sealerUnder(before).seal(secret, pushKeyPurpose),
      created_at: new Date(),
    })
    .execute()
  await reseal()
  const { private_sealed } = await db
    .selectFrom('push_key')
    .select('private_sealed')
    .executeTakeFirstOrThrow()
  expect(sealerUnder(now).open(private_sealed, pushKeyPurpose)).toEqual(secret)
})

test('the secret of an authenticator app is resealed', async () => {
  const { db } = database
  const account = await insertAccount(db)
  const secret = randomBytes(20)
  const id = uuidv7(Date.now())
  await db
    .insertInto('totp')
    .values({
      id,
      user_id: (await insertUser(db, account)).id,
      account_id: account.id,
      secret_sealed: sealerUnder(before).seal(secret, totpPurpose(id)),
      created_at: new Date(),
    })
    .execute()
  await reseal()
  const { secret_sealed } = await db
    .selectFrom('totp')
    .select('secret_sealed')
    .executeTakeFirstOrThrow()
  expect(sealerUnder(now).open(secret_sealed, totpPurpose(id))).toEqual(secret)
})

test('the secret of an identity provider is resealed; public clients have none', async () => {
  const { db } = database
  const account = await insertAccount(db)
  const id = uuidv7(Date.now())
  const row = {
    account_id: account.id,
    name: 'Provider',
    issuer: 'https://login.example.com',
    client_id: 'swath',
    creates_members: false,
    trusts_factor: false,
    trusts_email: false,
    enabled: true,
    created_at: new Date(),
  }
  const sealed = sealerUnder(before).seal(Buffer.from('a secret'), providerSecretPurpose(id))
  await db
    .insertInto('identity_provider')
    .values([
      { ...row, id, secret_sealed: sealed },
      { ...row, id: uuidv7(Date.now()), secret_sealed: null },
    ])
    .execute()
  const lines = (await reseal()).filter((line) => String(line).includes('identity_provider'))
  expect(lines).toEqual([]) // none cannot be opened
  const { secret_sealed } = await db
    .selectFrom('identity_provider')
    .select('secret_sealed')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const opened = sealerUnder(now).open(secret_sealed!, providerSecretPurpose(id))
  expect(opened.toString()).toBe('a secret')
})

test('every sealed column of the database is resealed', async () => {
  const { rows } = await sql<{ of: string }>`
    select table_name || '.' || column_name as of from information_schema.columns
    where table_schema = 'public' and data_type = 'bytea' and column_name like '%\\_sealed'`.execute(
    database.db,
  )
  // a session's successor is sealed with the previous token instead of the master key
  expect(
    rows
      .map(({ of }) => of)
      .filter((of) => !of.endsWith('.successor_sealed'))
      .toSorted(),
  ).toEqual(sealedColumns.map(({ table, column }) => `${table}.${column}`).toSorted())
})
