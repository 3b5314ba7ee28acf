// API keys of several kinds on every call of the contract: nothing but what the key may do, and no
// rows but those of its person and its drones.
import { beforeAll, describe, expect, test } from 'vitest'
import { api, type Operation } from '@swath/contract/api'
import type { Route } from '@swath/contract/kit'
import { toPolicyFacts, userOfWire } from '@swath/contract/people/access'
import type { UserInfo } from '@swath/contract/people/auth'
import { screensOfDrones } from '@swath/domain/access/key-limits'
import { listScreens } from '@swath/domain/access/policy'
import type { Screen } from '@swath/domain/access/screens'
import { cases, routes } from './testing-collected.ts'
import { askingBy } from './testing-cases.ts'
import { openSweep } from './testing-program.ts'
import { droneNames, world, worldNow, type PersonName } from './testing-world.ts'

const { app, db, ask, signedIn } = await openSweep()

const guarded = routes.filter(([, { policy }]) => policy !== 'public')
const until = new Date(worldNow + 86_400_000).toISOString()

type Made = { keyId: string; key: string }
const make = async (person: PersonName, given: object): Promise<Made> => {
  const { status, text } = await ask(
    'createApiKey',
    { body: { keyName: 'Sweep', access: 'read', until, perMinute: 6000, ...given } },
    signedIn.token[person],
  )
  expect(status, text).toBe(200)
  return JSON.parse(text) as Made
}
const theme = { hasWorkbench: true, hasStatScreen: true, screensRemoved: [] }
const ownOf = async (person: PersonName) => {
  const { text } = await ask('getOwnInfo', {}, signedIn.token[person])
  const facts = toPolicyFacts(userOfWire(JSON.parse(text) as UserInfo))
  return { screens: listScreens(facts, theme), rights: facts.rights }
}
const listCanaries = (text: string): string[] =>
  [...new Set(Array.from(text.matchAll(/canary-\w+-\w+-end/g), ([word]) => word))].toSorted()
const isRead = ({ method, reads }: Route): boolean => method === 'GET' || reads === true
const requestBy = (operation: Operation, person: PersonName) =>
  cases[operation].request?.(askingBy(person)) ?? {}
const refusedByKey = { status: 403, text: expect.stringContaining('"beyond_key"') as string }

test.each(['root', 'county', 'makerOne', 'team', 'teamPersonal', 'farmer'] as const)(
  'a key of %s that may read everything: the rows of its person, and no change',
  async (person) => {
    const { screens, rights } = await ownOf(person)
    const { key } = await make(person, { screens, rights })
    for (const [operation, route] of guarded) {
      const answer = await ask(operation, requestBy(operation, person), key)
      if (route.personOnly || !isRead(route)) {
        expect([operation, answer]).toEqual([operation, refusedByKey])
        continue
      }
      const own = await ask(operation, requestBy(operation, person), signedIn.token[person])
      expect([operation, answer.status]).toEqual([operation, own.status])
      expect(listCanaries(answer.text), operation).toEqual(listCanaries(own.text))
    }
  },
)

test('a key with one page and no right: no other call', async () => {
  const screens: Screen[] = ['drone-list']
  const { key } = await make('team', { access: 'write', screens })
  for (const [operation, { policy, personOnly }] of guarded) {
    if (policy === 'public') continue
    const isHeld = !policy.screens || policy.screens.some((one) => screens.includes(one))
    if (isHeld && !policy.right && !personOnly) continue
    const { status } = await ask(operation, requestBy(operation, 'team'), key)
    expect([operation, status]).toEqual([operation, 403])
  }
})

describe('a key that is limited to one drone', () => {
  const otherDrones = droneNames.filter((name) => name !== 'teams')
  let key = ''
  beforeAll(async () => {
    const given = { access: 'write', screens: screensOfDrones, droneIds: [world.droneId.teams] }
    key = (await make('team', { ...given, rights: (await ownOf('team')).rights })).key
  })

  test('shows no other drone in any call', async () => {
    for (const [operation] of guarded.filter(([name]) => !cases[name].changes)) {
      const { status, text } = await ask(operation, requestBy(operation, 'team'), key)
      expect([operation, status]).not.toEqual([operation, 500])
      const shown = otherDrones.filter(
        (name) =>
          new RegExp(`canary-\\w+-${name}-end`).test(text) ||
          text.includes(`"${world.droneId[name]}"`) ||
          text.includes(world.sortieId[name]),
      )
      expect([operation, shown]).toEqual([operation, []])
    }
  })

  test('its own drone and flights are there', async () => {
    for (const operation of ['listDrones', 'listFlights'] as const) {
      const { text } = await ask(operation, {}, key)
      expect(text, operation).toContain(world.droneId.teams)
    }
  })

  test('another drone of the account does not exist for it', async () => {
    const query = { droneId: world.droneId.subs, sortieId: world.sortieId.subs }
    expect(await ask('getSortie', { query }, key)).toMatchObject({ status: 404 })
    expect(await ask('getSortie', { query }, signedIn.token.team)).toMatchObject({ status: 200 })
  })
})

describe('a key that does not work is answered as an unknown one', () => {
  const from = async (key: string, remoteAddress: string, host = 'localhost') =>
    (
      await app().inject({
        url: api.getOwnInfo.path,
        headers: { host, authorization: `Bearer ${key}` },
        remoteAddress,
      })
    ).statusCode
  const statusOf = async (key: string) => (await ask('getOwnInfo', {}, key)).status

  test('when it was revoked or has expired', async () => {
    const screens = ['monitor']
    const { key, keyId } = await make('team', { screens })
    expect(await statusOf(key)).toBe(200)
    expect(await ask('revokeApiKey', { params: { keyId } }, signedIn.token.rival)).toMatchObject({
      status: 404,
    })
    expect(await statusOf(key)).toBe(200)
    await ask('revokeApiKey', { params: { keyId } }, signedIn.token.team)
    expect(await statusOf(key)).toBe(401)

    const ended = await make('team', { screens })
    await db
      .updateTable('api_key')
      .set({ expires_at: new Date(worldNow) })
      .where('id', '=', ended.keyId)
      .execute()
    expect(await statusOf(ended.key)).toBe(401)
  })

  test('from an address that it does not name, and on the host of another account', async () => {
    const { key } = await make('team', { screens: ['monitor'], addresses: ['203.0.113.0/24'] })
    expect(await from(key, '203.0.113.9')).toBe(200)
    expect(await from(key, '203.0.114.9')).toBe(401)
    expect(await from(key, '203.0.113.9', 'india.swath.example')).toBe(401)
  })

  test('when its person is disabled', async () => {
    const { key } = await make('teamBusinessAdmin', { screens: ['monitor'] })
    const setEnabled = (enabled: boolean) =>
      db
        .updateTable('app_user')
        .set({ enabled })
        .where('id', '=', world.userId.teamBusinessAdmin)
        .execute()
    await setEnabled(false)
    expect(await statusOf(key)).toBe(401)
    const { text } = await ask('listApiKeys', { query: { state: 'paused' } }, signedIn.token.team)
    expect(JSON.parse(text)).toMatchObject({ total: 1, counts: { paused: 1 } })
    await setEnabled(true)
    expect(await statusOf(key)).toBe(200)
  })
})

test('a key cannot have more than its maker', async () => {
  const create = (person: PersonName, given: object) =>
    ask(
      'createApiKey',
      { body: { keyName: 'More', access: 'read', screens: ['monitor'], until, ...given } },
      signedIn.token[person],
    )
  const beyond = { status: 403, text: expect.stringContaining('"beyond_own_rights"') as string }
  expect(await create('team', { screens: ['job-list'] })).toEqual(beyond)
  expect(await create('teamBusinessAdmin', { rights: ['staff.manage'] })).toEqual(beyond)
  expect(await create('team', { droneIds: [world.droneId.rivals] })).toMatchObject({ status: 404 })
})

test('the log names the person and the key', async () => {
  const { key } = await make('team', {
    keyName: 'Harvest import',
    access: 'write',
    screens: ['block-list'],
    rights: ['task.manage'],
  })
  const { status, text } = await ask(
    'addCrop',
    { body: { cropName: 'Teff', scientificName: 'Eragrostis tef' } },
    key,
  )
  expect(status, text).toBe(200)
  const { user_name: name } = await db
    .selectFrom('audit_log')
    .select('user_name')
    .where('action', '=', 'crop.add')
    .orderBy('at', 'desc')
    .executeTakeFirstOrThrow()
  expect(name).toMatch(/ \(Harvest import\)$/)
})

test('each answer says how many calls are left, and further ones wait for the next minute', async () => {
  const { key } = await make('team', { screens: ['monitor'], perMinute: 2 })
  const call = () =>
    app().inject({
      url: api.getOwnInfo.path,
      headers: { host: 'localhost', authorization: `Bearer ${key}` },
    })
  expect((await call()).headers).toMatchObject({
    'ratelimit-limit': '2',
    'ratelimit-remaining': '1',
    'ratelimit-reset': '60',
  })
  expect((await call()).statusCode).toBe(200)
  const refused = await call()
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50)
})
