// The console calls a declared list with its filters, order and paging, and its export with the
// same and the reader's unit of area. A parameter that a call does not declare would be refused.
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { api } from './api.ts'
import type { Route } from './kit.ts'
import type { List } from './list.ts'
import { listNames } from './schema-fields.ts'

const isList = (value: unknown): value is List =>
  typeof value === 'object' && value !== null && 'fileCall' in value && 'columns' in value
const modules = await Promise.all(
  globSync('**/*.ts', { cwd: import.meta.dirname })
    .filter((file) => !file.endsWith('.test.ts'))
    .map(
      (file) =>
        import(join(import.meta.dirname, file)) as Promise<Readonly<Record<string, unknown>>>,
    ),
)
const lists = modules.flatMap((module) => Object.values(module).filter(isList))
const routes: Readonly<Record<string, Route>> = api
const missing = (call: string, names: readonly string[]): string[] => {
  const known = listNames(routes[call]?.query)
  return names.filter((name) => known?.has(name) === false)
}

test('all lists are found', () => expect(lists.length).toBeGreaterThan(30))

test.each(lists.map((list) => [list.name, list] as const))('%s', (_name, list) => {
  const asked = [...Object.keys(list.filters), list.sortName]
  const pages = list.paging === 'currentPage' ? ['currentPage', 'pageSize'] : ['pageIndex', 'size']
  const hasAreas = Object.values(list.columns).some(
    ({ kind }) => kind === 'area' || kind === 'areaRate',
  )
  expect(missing(list.call, [...asked, ...pages])).toEqual([])
  if (list.fileCall !== undefined)
    expect(missing(list.fileCall, [...asked, 'format', ...(hasAreas ? ['areaUnit'] : [])])).toEqual(
      [],
    )
})
