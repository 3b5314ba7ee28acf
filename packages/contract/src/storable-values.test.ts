import { expect, test } from 'vitest'
import { z } from 'zod'
import { api } from './api.ts'
import { filter, Time } from './fields.ts'
import { fieldsIn } from './schema-fields.ts'
import type { Route, Schema } from './kit.ts'
import { findUnstorable } from './storable-values.ts'

const refusal = (schema: Schema, given: unknown) =>
  findUnstorable(schema, given, z.parse(schema as unknown as z.ZodType, given))

test('unpaired surrogates and NUL are found in texts, lists, and keys of records, with their path', () => {
  const schema = z.object({
    name: z.string(),
    tags: z.array(z.string()).default([]),
    words: z.record(z.string(), z.unknown()).default({}),
  })
  const refused = (path: string) => ({ path, message: 'characterRefused' })
  expect(refusal(schema, { name: '稻 🚁 e\u0301' })).toBeNull()
  expect(refusal(schema, { name: 'a\ud800' })).toEqual(refused('name'))
  expect(refusal(schema, { name: 'a', tags: ['x', '\udc00'] })).toEqual(refused('tags.1'))
  expect(refusal(schema, { name: 'a', words: { a: { b: ['\0'] } } })).toEqual(
    refused('words.a.b.0'),
  )
  expect(refusal(schema, { name: 'a', words: { 'k\ud800': 1 } })).toEqual(refused('words'))
})

test('years outside of 1900 to 2199 are found only in days, months and times', () => {
  const schema = z.object({
    day: z.iso.date().optional(),
    month: filter(z.string().regex(/^\d{4}-\d{2}$/)),
    spans: z.array(z.object({ from: Time })).default([]),
    contractNo: z.string().default(''),
  })
  const refused = (path: string) => ({ path, message: 'yearRefused' })
  expect(refusal(schema, { day: '1900-01-01', month: '2199-12' })).toBeNull()
  expect(refusal(schema, { contractNo: '0001-01-01' })).toBeNull()
  for (const year of ['0000', '0001', '1899', '2200', '9999'])
    expect(refusal(schema, { day: `${year}-01-01` })).toEqual(refused('day'))
  expect(refusal(schema, { month: '0001-01' })).toEqual(refused('month'))
  expect(
    refusal(schema, {
      spans: [{ from: '2026-01-01T00:00:00Z' }, { from: '9999-01-01T00:00:00Z' }],
    }),
  ).toEqual(refused('spans.1.from'))
})

const routes = Object.entries(api) as [string, Route][]

test('no call accepts a day or a time of the year 9999', () => {
  const dated = routes.flatMap(([name, route]) =>
    (['params', 'query', 'body'] as const).flatMap((part) =>
      fieldsIn(route[part])
        .filter(({ schema }) => {
          const { def } = (schema as z.core.$ZodTypes)._zod
          return (
            def.type === 'string' &&
            ['date', 'datetime'].includes((def as { format?: string }).format ?? '')
          )
        })
        .map(({ path }) => ({ name, part, route, path })),
    ),
  )
  expect(dated.length).toBeGreaterThan(50)
  for (const { name, part, route, path } of dated) {
    const given = path.reduceRight<unknown>(
      (inner, step) => (step === '[]' ? [inner] : { [step]: inner }),
      '9999-12-31T00:00:00Z',
    )
    expect(
      findUnstorable(route[part]!, given, {}),
      `${name} ${part}.${path.join('.')}`,
    ).toMatchObject({ message: 'yearRefused' })
  }
})
