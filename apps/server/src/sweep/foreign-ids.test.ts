// Every id slot of every call × every person × every row that does not exist for them: the answer
// is that for an unknown id, and nothing changes. The slots are derived from the schemas.
import { describe, expect, test } from 'vitest'
import type { Operation } from '@swath/contract/api'
import type { IdSlot } from '@swath/contract/id-slots'
import type { IdKind } from '@swath/contract/ids'
import { askingBy, type SweepCase, type SweepRequest, type Strangers } from './testing-cases.ts'
import { cases, routes, slots, strangersByKind } from './testing-collected.ts'
import { visibleDrones } from './testing-oracle.ts'
import { openSweep } from './testing-program.ts'
import { buildCanary, droneNames, personNames, world, type PersonName } from './testing-world.ts'

const { ask, unchanged, signedIn } = await openSweep()

const pickCase = (operation: Operation): SweepCase => cases[operation]
const isList = (operation: Operation): boolean => /^(list|export)/.test(operation)
const listPeople = ({ people }: SweepCase): readonly PersonName[] =>
  people === 'public' ? personNames : people

const strangersAt = (operation: Operation, name: string, kind: IdKind): Strangers => {
  const found = pickCase(operation).strangers?.[name] ?? strangersByKind[kind]
  if (!found) throw new Error(`No feature says which ids of the kind ${kind} are foreign to whom`)
  return found
}

/** A well-formed id without a row. */
const nobodys = (kind: IdKind): string =>
  (
    {
      drone: 'SWEEP-nobodys',
      secretKey: '54321',
      storedFile: 'n'.repeat(43),
      unifiedTask: '987654321',
      ledgerLine: '987654321-1',
      subsidy: '987654321',
      rentalClient: '987654321',
      lease: '987654321',
    } as Record<string, string>
  )[kind] ?? '01999999-0000-7000-8000-000000000000'

/** Puts an id into a slot. In a list it is appended, with the other fields of the first item. */
const withId = (
  request: SweepRequest,
  { part, path, joined }: IdSlot,
  id: string,
): SweepRequest => {
  const put = (old: unknown, [step, ...rest]: readonly string[]): unknown => {
    if (step === undefined)
      return joined && typeof old === 'string' && old !== '' ? `${old},${id}` : id
    if (step === '[]') {
      const [first, ...more] = (old as unknown[] | undefined) ?? []
      const added = put(rest.length > 0 ? first : undefined, rest)
      return first === undefined ? [added] : [first, ...more, added]
    }
    const fields = (old ?? {}) as Record<string, unknown>
    return { ...fields, [step]: put(fields[step], rest) }
  }
  return { ...request, [part]: put(request[part], path) }
}

const withoutTrace = (text: string): string => text.replace(/"traceId":"\w+"/, '')
const expectNothingOf = (text: string, stranger: (typeof droneNames)[number], note: string) => {
  for (const hidden of [
    world.sortieId[stranger],
    world.simulatedSortieId[stranger],
    buildCanary('drone', stranger),
    buildCanary('plot', stranger),
  ])
    expect(text, note).not.toContain(hidden)
}
const unseenBy = (person: PersonName) =>
  droneNames.filter((name) => !visibleDrones[person].includes(name))

test('every kind of id in the contract has a feature that declares which ids are foreign', () => {
  const kinds = new Set(slots.map(({ slot }) => slot.kind))
  expect([...kinds].filter((kind) => !strangersByKind[kind])).toEqual([])
})

test('every slot declared by a case exists', () => {
  for (const [operation] of routes) {
    const { strangers = {}, untried = {} } = pickCase(operation)
    const named = slots.filter((one) => one.operation === operation).map(({ name }) => name)
    for (const name of Object.keys({ ...strangers, ...untried }))
      expect(named, operation).toContain(name)
  }
})

/**
 * SWEEP_ALL=1: every person with every stranger at every slot, some minutes; else some of them at
 * each, in rotation, so that each pair occurs at several slots. A missing check of ownership is
 * found by any of them; an error in the scope itself, at the next slot of the kind. Two,
 * because nearly all the time of this file is that of its requests.
 */
const isWhole = process.env['SWEEP_ALL'] === '1'
const metAtOnce = 2
const pickStrangers = <T>(all: readonly T[], turn: number): readonly T[] =>
  isWhole || all.length <= metAtOnce
    ? all
    : Array.from({ length: metAtOnce }, (_, i) => all[(turn * metAtOnce + i) % all.length]!)

describe('answers as for an unknown id', () => {
  const tried = slots
    .filter(({ operation, name }) => !pickCase(operation).untried?.[name])
    .map((one, turn) => ({ ...one, turn }))
  test.each(tried)('$operation, $name', async ({ operation, slot, name, turn }) => {
    const one = pickCase(operation)
    const strangers = strangersAt(operation, name, slot.kind)
    let count = 0
    const meet = async (person: PersonName, at: number): Promise<void> => {
      const asking = askingBy(person)
      const own = one.request?.(asking) ?? {}
      const token = signedIn.token[person]
      const unknown = await ask(operation, withId(own, slot, nobodys(slot.kind)), token)
      for (const id of pickStrangers(strangers(asking), turn + at)) {
        count += 1
        const answer = await ask(operation, withId(own, slot, id), token)
        const note = `${operation} by ${person} with ${id}: ${answer.text.slice(0, 200)}`
        expect([answer.status, withoutTrace(answer.text)], note).toEqual([
          unknown.status,
          withoutTrace(unknown.text),
        ])
        for (const drone of unseenBy(person)) expectNothingOf(answer.text, drone, note)
        if (one.narrows || isList(operation)) expect([200, 404], note).toContain(answer.status)
        else if (!(one.refusesFirst && [403, 409].includes(answer.status)))
          expect(answer.status, note).toBe(404)
      }
    }
    await unchanged(async () => {
      await Promise.all(listPeople(one).map(meet))
    })
    expect(count, 'a slot at which nobody meets a stranger proves nothing').toBeGreaterThan(0)
  })
})

describe('foreign ids that belong together', () => {
  const paired = routes
    .filter(([operation]) => slots.filter((one) => one.operation === operation).length > 1)
    .map(([operation], turn) => ({ operation, turn }))
  test.each(paired)('$operation', async ({ operation, turn }) => {
    const one = pickCase(operation)
    const meet = async (person: PersonName, at: number): Promise<void> => {
      for (const stranger of pickStrangers(unseenBy(person), turn + at)) {
        const request = one.request?.({ person, drone: stranger }) ?? {}
        const { status, text } = await ask(operation, request, signedIn.token[person])
        const note = `${operation} by ${person} of ${stranger}: ${text.slice(0, 200)}`
        expectNothingOf(text, stranger, note)
        expect(isList(operation) || status >= 400 || one.narrows, note).toBe(true)
      }
    }
    await unchanged(async () => {
      await Promise.all(listPeople(one).map(meet))
    })
  })
})
