import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import type { TestPerson } from '../../../platform/http/testing-console.ts'
import { loadRegionTable } from '../regions/regions.seed.ts'
import { openAccounts, type Accounts } from './testing-accounts.ts'

const database = await ownTestDatabase(loadRegionTable)

let nextVid = 100
const freeVid = () => String(++nextVid)
const set = (accounts: Accounts, person: TestPerson, vid: string) =>
  accounts.ask<{ vid: number; fingerprint: string; createdAt: string }>(person, 'setSecretKey', {
    params: { vid },
  })
const download = (accounts: Accounts, person: TestPerson, vid: string) =>
  accounts.send('downloadSecretKey', { params: { vid } }, person)
const parseKey = (file: string) =>
  Buffer.from(
    file.split('\n').find((line) => line !== '' && !line.startsWith('#'))!,
    'base64',
  )

describe('with a master key', () => {
  let accounts: Accounts
  let maker: TestPerson
  beforeAll(async () => {
    accounts = await openAccounts(database, { masterKey: randomBytes(32) })
    maker = await accounts.at('manufacturer', 'Maker', accounts.root)
  })
  afterAll(() => accounts.close())

  test('setSecretKey generates 32 random bytes, stored encrypted; downloadSecretKey returns them as a file, and each download is logged', async () => {
    const vid = freeVid()
    const made = await set(accounts, maker, vid)
    const reply = await download(accounts, maker, vid)
    const key = parseKey(reply.body)
    expect(key).toHaveLength(32)
    expect(made).toMatchObject({
      vid: Number(vid),
      fingerprint: createHash('sha256').update(key).digest('hex').slice(0, 16),
    })
    expect(reply.headers).toMatchObject({
      'content-disposition': `attachment; filename="swath-secret-key-${vid}.key"`,
      'cache-control': 'private, no-store',
      'content-type': 'application/octet-stream',
    })
    expect(reply.body).toContain(`# vendor number: ${vid}`)
    const stored = await database.db
      .selectFrom('secret_key')
      .selectAll()
      .where('vid', '=', Number(vid))
      .executeTakeFirstOrThrow()
    expect(stored.key_sealed.includes(key)).toBe(false)
    await download(accounts, maker, vid)
    const actions = await database.db
      .selectFrom('audit_log')
      .select('action')
      .where('object_type', '=', 'secret-key')
      .where('object_id', '=', vid)
      .orderBy('number')
      .execute()
    expect(actions.map(({ action }) => action)).toEqual([
      'secret-key.set',
      'secret-key.download',
      'secret-key.download',
    ])
    expect(await accounts.ask(maker, 'getSecretKeys')).toEqual({
      items: [made],
      can: { set: true, download: true },
    })
  })

  test('a new key invalidates the previous one of its number', async () => {
    const vid = freeVid()
    const [first, before] = [
      await set(accounts, maker, vid),
      parseKey((await download(accounts, maker, vid)).body),
    ]
    const second = await set(accounts, maker, vid)
    expect(second.fingerprint).not.toBe(first.fingerprint)
    expect(parseKey((await download(accounts, maker, vid)).body).equals(before)).toBe(false)
  })

  test('a vendor number belongs to one manufacturer, from 1 to 65535', async () => {
    const vid = freeVid()
    await set(accounts, maker, vid)
    const rival = await accounts.at('manufacturer', 'Rival', accounts.root)
    expect(await accounts.refusal(rival, 'setSecretKey', { params: { vid } })).toEqual([
      409,
      'vendor_number_taken',
    ])
    expect((await download(accounts, rival, vid)).statusCode).toBe(404)
    expect(await accounts.ask(rival, 'getSecretKeys')).toMatchObject({ items: [] })
    for (const wrong of ['0', '65536', 'abc', '-1'])
      expect(
        await accounts.refusal(maker, 'setSecretKey', { params: { vid: wrong } }),
        wrong,
      ).toEqual([400, 'invalid_input'])
  })

  test('is for manufacturers, by people who manage the account', async () => {
    const team = await accounts.at('operator', 'Team', accounts.root, { operator_type: 'team' })
    for (const person of [team, accounts.root])
      expect(
        await accounts.refusal(person, 'setSecretKey', { params: { vid: freeVid() } }),
      ).toEqual([403, 'forbidden'])
    expect(await accounts.ask(team, 'getSecretKeys')).toEqual({
      items: [],
      can: { set: false, download: false },
    })
    const vid = freeVid()
    await set(accounts, maker, vid)
    const reader = await accounts.colleague(maker, { user_type: 4, rights: ['staff.manage'] })
    expect((await download(accounts, reader, vid)).statusCode).toBe(403)
  })
})

describe('without a master key', () => {
  test('production reports the missing configuration with a message', async () => {
    const accounts = await openAccounts(database)
    const maker = await accounts.at('manufacturer', 'Maker', accounts.root)
    const reply = await accounts.send('setSecretKey', { params: { vid: freeVid() } }, maker)
    expect([reply.statusCode, reply.json().code]).toEqual([503, 'master_key_missing'])
    expect(reply.json().message).toContain('MASTER_KEY')
    await accounts.close()
  })

  test('a demonstration creates its own, readable only by the process owner, and reuses it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'swath-key-'))
    const vid = freeVid()
    const accounts = await openAccounts(database, {
      dataFolder: folder,
      demo: true,
      production: false,
    })
    const maker = await accounts.at('manufacturer', 'Maker', accounts.root)
    await set(accounts, maker, vid)
    const { mode } = await stat(join(folder, 'master.key'))
    expect(mode & 0o777).toBe(0o600)
    expect(Buffer.from(await readFile(join(folder, 'master.key'), 'utf8'), 'base64')).toHaveLength(
      32,
    )
    const later = await openAccounts(database, {
      dataFolder: folder,
      demo: true,
      production: false,
    })
    expect((await download(later, maker, vid)).statusCode).toBe(200)
    await Promise.all([accounts.close(), later.close()])
    await rm(folder, { recursive: true })
  })
})
