// The search box of every list finds a row by each of the fields that it names.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { listSearched } from '@swath/contract/fields'
import type { Route } from '@swath/contract/kit'
import { askingBy, type SweepRequest } from './testing-cases.ts'
import { cases, routes } from './testing-collected.ts'
import { openSweep } from './testing-program.ts'

const { ask, signedIn } = await openSweep()

const searchOf = (route: Route): readonly string[] =>
  route.query instanceof z.ZodObject
    ? listSearched(route.query.shape['search'] as z.ZodType | undefined)
    : []
const searched = routes.filter(
  ([, route]) => (route as Route).out && searchOf(route as Route).length > 0,
)

test('lists have search boxes', () => {
  expect(searched.length).toBeGreaterThan(20)
})

type Rows = { total: number; items: Record<string, unknown>[] }

test.each(searched)('%s', async (operation, route) => {
  const person = cases[operation].people === 'public' ? 'root' : cases[operation].people[0]!
  const own = cases[operation].request?.(askingBy(person)) ?? {}
  const read = async (query: Readonly<Record<string, string>>): Promise<Rows> => {
    const request = { ...own, query: { ...own.query, ...query } } as SweepRequest
    const { status, text } = await ask(operation, request, signedIn.token[person])
    expect(status, text.slice(0, 200)).toBe(200)
    return JSON.parse(text) as Rows
  }
  const { items } = await read({})
  expect((await read({ search: 'no such row' })).total).toBe(0)
  let tried = 0
  for (const name of searchOf(route as Route)) {
    const text = items
      .map((row) => row[name])
      .find((value) => typeof value === 'string' && /^[^*]+$/.test(value)) // not a masked number
    if (typeof text !== 'string') continue
    tried += 1
    const found = await read({ search: text.slice(1, 40) })
    expect(
      found.items.map((row) => row[name]),
      `${name} ${text}`,
    ).toContain(text)
  }
  expect(tried, 'fields of a row that the search names').toBeGreaterThan(0)
})
