// Sums above a list cover the filtered rows: if no row matches, every sum is 0.
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Operation } from '@swath/contract/api'
import type { Route } from '@swath/contract/kit'
import { askingBy, type SweepRequest } from './testing-cases.ts'
import { cases, routes } from './testing-collected.ts'
import { openSweep } from './testing-program.ts'
import { newId } from './testing-world.ts'

const { ask, signedIn } = await openSweep()

type Shape = Readonly<Record<string, z.ZodType>>
const shapeOf = (schema: unknown): Shape => {
  const def = (schema as z.core.$ZodTypes | undefined)?._zod.def
  return def?.type === 'object' ? (def.shape as Shape) : {}
}

/** Counts by state apply every filter except the one for the state. */
const choosesState = new Set(['state', 'status', 'applyStatus', 'rolloutState', 'flight'])
const choosesKind: Readonly<Partial<Record<Operation, string>>> = {
  getTaskSorties: 'counts',
  listAccounts: 'accountType',
  listMembers: 'userType',
  listPlots: 'holding',
  listSubsidyLeftOut: 'why',
  listSystemLogs: 'logType',
}
const choosesCount = (operation: Operation, field: string): boolean =>
  choosesState.has(field) || choosesKind[operation] === field
const paging = new Set(['currentPage', 'pageSize', 'pageIndex', 'size', 'sortParam', 'order'])

/** The number on a tab belongs to another list. */
const isOfTab = (operation: Operation, name: string): boolean =>
  (operation === 'listAllowedParts' || operation === 'listPartAlarms') && name === 'openNum'

/** Values of several types that no row has. */
const unmatched = [
  'no such row',
  newId(),
  '999999999',
  '2099-01-01T00:00:00Z',
  '2099-01-01',
  '2099-01',
  '2099',
  'THB',
  'KRW',
]
const choicesOf = (schema: z.ZodType): string[] => {
  const values: string[] = []
  const walk = (one: unknown): void => {
    const def = (one as z.core.$ZodTypes | undefined)?._zod.def as
      | { type: string; entries?: Record<string, string>; innerType?: unknown; in?: unknown }
      | undefined
    if (def?.type === 'enum') values.push(...Object.values(def.entries ?? {}))
    walkInner(def?.innerType)
    walkInner(def?.in)
  }
  const walkInner = (one: unknown): void => {
    if (one !== undefined) walk(one)
  }
  walk(schema)
  return values
}

const numbersIn = (value: unknown, path = ''): [string, number][] =>
  typeof value === 'number'
    ? [[path, value]]
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, one]) => numbersIn(one, `${path}.${name}`))
      : []

type Page = { total: number; stats?: object; due?: object }
const summed = routes.filter(
  ([, route]) => route.method === 'GET' && 'stats' in shapeOf((route as Route).out),
)

test.each(summed)('%s', async (operation, route) => {
  const own = cases[operation].request?.(askingBy('root')) ?? {}
  const read = async (query: Readonly<Record<string, string>>): Promise<Page | null> => {
    const request = { ...own, query } as SweepRequest
    const { status, text } = await ask(operation, request, signedIn.token.root)
    return status === 200 ? (JSON.parse(text) as Page) : null
  }
  const sumsOf = ({ stats, due }: Page): [string, number][] =>
    numbersIn({ ...stats, due }).filter(([path]) => !isOfTab(operation, path.slice(1)))

  // Without any rows every sum is 0, which would prove nothing.
  const whole = await read(own.query ?? {})
  expect(whole?.total ?? 0, 'rows without a filter').toBeGreaterThan(0)
  const sums = sumsOf(whole!)
  if (sums.length > 0)
    expect(Math.max(...sums.map(([, sum]) => Math.abs(sum))), 'their sums').toBeGreaterThan(0)

  const filters = Object.entries(shapeOf(route.query)).filter(
    ([field]) =>
      !paging.has(field) && !choosesCount(operation, field) && !(field in (own.query ?? {})),
  )
  let withoutRows = 0
  for (const [field, schema] of filters)
    for (const value of [...unmatched, ...choicesOf(schema)]) {
      if (!z.safeParse(schema, value).success) continue
      const page = await read({ ...own.query, [field]: value })
      if (!page || page.total > 0) continue
      withoutRows += 1
      const left = sumsOf(page).filter(([, number]) => number !== 0)
      expect(left, `${operation} ${field}=${value}`).toEqual([])
    }
  if (filters.length > 0) expect(withoutRows, 'filters that leave no row').toBeGreaterThan(0)
})
