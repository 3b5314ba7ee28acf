// Lists with an index over names show rows with similar names if no row contains the searched text;
// their files have the same rows.
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Route } from '@swath/contract/kit'
import { askingBy, type SweepRequest } from './testing-cases.ts'
import { cases, routes } from './testing-collected.ts'
import { openSweep } from './testing-program.ts'

const { ask, signedIn } = await openSweep()

const tolerant = routes.filter(
  ([, route]) =>
    (route as Route).out instanceof z.ZodObject &&
    'similarNames' in ((route as Route).out as z.ZodObject).shape,
)
const nameField: Readonly<Record<string, string>> = {
  listDrones: 'droneName',
  listPlots: 'blockName',
  listMembers: 'userName',
  listAccounts: 'accountName',
  listUnifiedTasks: 'tftzName',
  listRentalClients: 'clientName',
}

test('six lists tolerate mistyped names', () => {
  expect(tolerant.map(([operation]) => operation as string).sort()).toEqual(
    Object.keys(nameField).sort(),
  )
})

type Rows = { total: number; items: Record<string, string>[]; similarNames?: true }

/** The longest word without digits, with its second and third letter swapped. */
const mistype = (name: string): string | undefined => {
  const [word = ''] = name
    .split(' ')
    .filter((one) => /^[a-z-]{4,}$/i.test(one) && one[1] !== one[2])
    .toSorted((a, b) => b.length - a.length)
  return word ? `${word[0]}${word[2]}${word[1]}${word.slice(3)}` : undefined
}

test.each(tolerant)('%s', async (operation) => {
  const person = cases[operation].people[0] as Parameters<typeof askingBy>[0]
  const own = cases[operation].request?.(askingBy(person)) ?? {}
  const read = async (query: Readonly<Record<string, string>>): Promise<Rows> => {
    const request = { ...own, query: { ...own.query, ...query } } as SweepRequest
    const { status, text } = await ask(operation, request, signedIn.token[person])
    expect(status, text.slice(0, 200)).toBe(200)
    return JSON.parse(text) as Rows
  }
  const names = (await read({})).items.map((row) => row[nameField[operation]!]!)
  const name = names.find((one) => mistype(one) !== undefined)
  expect(name, `a name with a word, of ${names.slice(0, 5).join(', ')}`).toBeDefined()
  const search = mistype(name!)!

  const similar = await read({ search })
  expect(similar.similarNames).toBe(true)
  expect(similar.items.map((row) => row[nameField[operation]!])).toContain(name)
  expect((await read({ search: name! })).similarNames).toBeUndefined()
  expect(await read({ search: 'zzqqxxyyww' })).toMatchObject({ total: 0, items: [] })

  const file = await ask(
    operation.replace('list', 'export') as typeof operation,
    { query: { search } },
    signedIn.token[person],
  )
  expect(file.text).toContain(name)
  expect(file.text.trim().split('\n')).toHaveLength(similar.total + 1)
})
