// Makes every call of the contract without a token and as every person; lists contain the rows that
// exist for the caller. An answer that does not match its schema is a 500, which is found as well.
import { beforeAll, describe, expect, test } from 'vitest'
import type { Operation } from '@swath/contract/api'
import { askingBy, type SweepCase } from './testing-cases.ts'
import { cases, routes } from './testing-collected.ts'
import { openSweep, withoutRights } from './testing-program.ts'
import {
  accountNames,
  buildCanary,
  droneNames,
  makerNames,
  personNames,
  world,
  type PersonName,
} from './testing-world.ts'

const { db, ask, unchanged, signedIn, openHalf, authenticate } = await openSweep()
const { token } = signedIn

const guarded = routes.filter(([, route]) => route.policy !== 'public')
const pickCase = (operation: Operation): SweepCase => cases[operation]
const mayCall = ({ people }: SweepCase, person: PersonName): boolean =>
  people === 'public' || people.includes(person)
const requestBy = (operation: Operation, person: PersonName) =>
  pickCase(operation).request?.(askingBy(person)) ?? {}

test('every call has a case in its feature, and no case lacks a call', () => {
  expect(Object.keys(cases).toSorted()).toEqual(routes.map(([operation]) => operation).toSorted())
  for (const [operation, route] of routes)
    expect(pickCase(operation).people === 'public', operation).toBe(route.policy === 'public')
})

test('any change that a call leaves behind is detected', async () => {
  const rename = (name: string) =>
    db.updateTable('drone').set({ name }).where('id', '=', world.droneId.unsold).execute()
  const { name } = await db
    .selectFrom('drone')
    .where('id', '=', world.droneId.unsold)
    .select('name')
    .executeTakeFirstOrThrow()
  await expect(unchanged(async () => void (await rename('left behind')))).rejects.toThrow('drone')
  await unchanged(async () => void (await rename('left behind')))
  await rename(name)
  await unchanged(async () => undefined)
})

describe('without a valid token', () => {
  test.each(guarded)('%s answers 401', async (operation) => {
    await unchanged(async () => {
      for (const bearer of [undefined, 'sw_garbage-garbage-garbage', signedIn.refreshToken]) {
        expect(
          await ask(operation, requestBy(operation, 'root'), bearer),
          String(bearer),
        ).toMatchObject({ status: 401 })
      }
    })
  })
})

describe('who may call', () => {
  test.each(guarded)('%s: only the people of its case', async (operation) => {
    const one = pickCase(operation)
    await unchanged(async () => {
      const refused = personNames.filter((person) => !mayCall(one, person))
      const refuse = async (person: PersonName): Promise<void> => {
        const { status, text } = await ask(operation, requestBy(operation, person), token[person])
        expect(status, `${operation} by ${person}: ${text.slice(0, 200)}`).toBe(403)
      }
      await Promise.all(refused.map(refuse))
      for (const { person, drone } of one.refused ?? [])
        expect(
          await ask(operation, one.request?.({ person, drone }) ?? {}, token[person]),
          `${operation} by ${person} of ${drone}`,
        ).toMatchObject({ status: 403 })
      if (one.changes) return
      for (const person of personNames.filter((name) => mayCall(one, name))) {
        const { status, text } = await ask(operation, requestBy(operation, person), token[person])
        expect(
          operation.startsWith('list') ? [200] : [200, 204, 403, 404, 409],
          `${operation} by ${person}: ${text.slice(0, 200)}`,
        ).toContain(status)
      }
    })
  })

  test.each(guarded)('%s requires a right only if its case says so', async (operation) => {
    const { people, right } = pickCase(operation)
    if (operation === 'loginOut') return
    // A person with the call's screen: the platform has every screen except those that need the
    // sub-account right.
    const who = people !== 'public' && !people.includes('root') ? 'team' : 'root'
    const { status } = await ask(operation, requestBy(operation, who), withoutRights(token[who]))
    if (right) expect(status).toBe(403)
    else expect(status).not.toBe(403)
  })
})

describe('lists and files contain all rows that exist for a person, and no others', () => {
  const names: Partial<Record<string, readonly string[]>> = {
    account: accountNames,
    drone: droneNames,
    model: makerNames,
  }
  const holding = routes.filter(([operation]) => pickCase(operation).holds)

  test.each(holding)('%s', async (operation) => {
    const one = pickCase(operation)
    const { kind, rows, all = names[kind] ?? rows.root!, read = String } = one.holds!
    for (const person of personNames) {
      const right = rows[person]
      if (right === undefined || !mayCall(one, person)) continue
      const { text } = await ask(operation, requestBy(operation, person), token[person])
      const shown = read(text)
      expect(
        all.filter((name) => shown.includes(buildCanary(kind, name))).toSorted(),
        `${operation} by ${person}`,
      ).toEqual([...right].toSorted())
    }
  })

  test.each(routes.filter(([operation]) => pickCase(operation).look))(
    '%s: sums and choices cover the same rows',
    async (operation) => {
      const one = pickCase(operation)
      for (const person of personNames.filter((name) => mayCall(one, name))) {
        const { text } = await ask(operation, requestBy(operation, person), token[person])
        const { actual, expected } = one.look!(JSON.parse(text) as never, person)
        expect(actual, `${operation} by ${person}`).toEqual(expected)
      }
    },
  )
})

// Last, because it adds people.
describe.each([
  {
    half: 'factor',
    code: 'second_factor_required',
    admitted: ['loginOut', 'askPasskey', 'giveSecondFactor'],
  },
  { half: 'password', code: 'own_password_required', admitted: ['loginOut', 'chooseOwnPassword'] },
  {
    half: 'set-up',
    code: 'second_factor_required',
    admitted: ['loginOut', 'startTotp', 'confirmTotp', 'askNewPasskey', 'addPasskey'],
  },
] as const)('a half session ($half)', ({ half, code, admitted }) => {
  let bearer: string
  beforeAll(async () => {
    bearer = await openHalf(half)
  })

  test('is refused every other call', async () => {
    await unchanged(async () => {
      for (const [operation] of guarded) {
        if ((admitted as readonly string[]).includes(operation)) continue
        const { status, text } = await ask(operation, requestBy(operation, 'rival'), bearer)
        const expected = [operation, 403, expect.stringContaining(`"${code}"`)]
        expect([operation, status, text]).toEqual(expected)
      }
    })
  })

  test('is nobody to everything outside the contract, and to public calls', async () => {
    expect(await authenticate(bearer)).toBe(null)
    for (const [operation] of routes.filter(([, { named }]) => named)) {
      const request = requestBy(operation, 'rival')
      expect((await ask(operation, request, bearer)).status, operation).toBe(
        (await ask(operation, request)).status,
      )
    }
  })

  test('may make the calls that complete it, and can be ended', async () => {
    for (const operation of admitted.toReversed())
      expect((await ask(operation, requestBy(operation, 'rival'), bearer)).text).not.toContain(code)
    expect(await ask('getOwnInfo', {}, bearer)).toMatchObject({ status: 401 })
  })
})
