// Random requests generated from the schemas of the calls: ids of rows that exist, values of each
// type up to the limits of the schema, and some that every schema should refuse.
import { z } from 'zod'
import { idSlots } from '@swath/contract/id-slots'
import { findIdFacts, type IdKind } from '@swath/contract/ids'
import type { Route } from '@swath/contract/kit'
import { askingBy, type SweepRequest } from './testing-cases.ts'
import { cases, routes } from './testing-collected.ts'
import { personNames, type PersonName } from './testing-world.ts'

export type Random = {
  /** In [0, 1). */
  next: () => number
  pick: <T>(of: readonly T[]) => T
}

/** Returns the same values for the same seed (mulberry32). */
export const seededRandom = (seed: number): Random => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return { next, pick: (of) => of[Math.floor(next() * of.length)]! }
}

const hostile: readonly unknown[] = [
  '\ud800',
  'a\udc00b',
  '\0',
  'a\0b',
  '0000-01-01',
  '0001-01-01T00:00:00Z',
  '9999-12-31',
  '9999-12-31T23:59:59+14:00',
  "' or 1=1 --",
  '%',
  '_\\',
  '-1',
  '1e309',
  '9'.repeat(30),
  'x'.repeat(5_000),
  { '\ud800': 1 },
  { __proto__x: '\0' },
  [],
  {},
  null,
  -1,
  2 ** 53 - 1,
  1e308,
]
const texts: readonly string[] = [
  '',
  'x',
  '1',
  '20',
  '0',
  'true',
  'false',
  'AB-123',
  '2026-05-01',
  '1900-01-01',
  '2199-12-31',
  '2026-05',
  '2199-12',
  '2026-05-01T00:00:00Z',
  '1900-01-01T00:00:00+14:00',
  '2199-12-31T23:59:59-12:00',
  '+86-13800001234',
  'a@example.org',
  '156000000',
  '156330000',
  'Asia/Shanghai',
  '稻 🚁',
  'ﬀ\u0301\u202e',
  'Harvest2027',
  '120.5',
  '-179.999',
  'CNY',
  '#00aa00',
  '00:00',
  'https://example.org/x',
  'z'.repeat(60),
]
const numbers: readonly number[] = [
  0,
  1,
  -1,
  2,
  0.5,
  20,
  100,
  120.5,
  30.5,
  -180,
  90,
  2026,
  1e6,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 53 - 1,
  1e15,
]

/** Collects ids of rows by kind from the features' own requests. */
const collectIds = (): ReadonlyMap<IdKind, readonly string[]> => {
  const found = new Map<IdKind, Set<string>>()
  for (const [operation, route] of routes) {
    for (const person of personNames) {
      const request = cases[operation].request?.(askingBy(person))
      for (const { part, path, kind } of request ? idSlots(route) : []) {
        let value: unknown = request![part]
        for (const step of path)
          value =
            step === '[]'
              ? (value as unknown[] | undefined)?.[0]
              : (value as Record<string, unknown> | undefined)?.[step]
        if (typeof value !== 'string' || value === '') continue
        found.set(kind, (found.get(kind) ?? new Set()).add(value.split(',')[0]!))
      }
    }
  }
  return new Map([...found].map(([kind, ids]) => [kind, [...ids]]))
}
const idsByKind = collectIds()

type AnySchema = z.core.$ZodTypes
const deepest = 6

/** Draws a value that the schema may accept; rules across fields are not considered. */
const draw = (schema: z.core.$ZodType, random: Random, depth = 0): unknown => {
  const kind = findIdFacts(schema)?.kind
  const ids = kind && idsByKind.get(kind)
  if (ids && random.next() < 0.95) return random.pick(ids)
  if (random.next() < 0.04 || depth > deepest) return random.pick(hostile)
  const { def } = (schema as AnySchema)._zod
  const inner = (one: z.core.$ZodType): unknown => draw(one, random, depth + 1)
  const several = (one: () => unknown): unknown[] =>
    Array.from({ length: Math.floor(random.next() * 4) }, one)
  const fitting = <T>(values: readonly T[]): T => {
    const taken = values.filter((value) => z.safeParse(schema, value).success)
    return random.pick(taken.length > 0 ? taken : values)
  }
  switch (def.type) {
    case 'string':
      return fitting(texts)
    case 'number':
      return fitting(numbers)
    case 'boolean':
      return random.next() < 0.5
    case 'enum':
      return random.pick(Object.values(def.entries))
    case 'literal':
      return random.pick(def.values)
    case 'array':
      return several(() => inner(def.element))
    case 'tuple':
      return def.items.map(inner)
    case 'object':
      return drawFields(def.shape, random, depth + 1)
    case 'record':
      return Object.fromEntries(
        several(() => 0).map(() => [String(inner(def.keyType)), inner(def.valueType)]),
      )
    case 'union':
      return inner(random.pick(def.options))
    case 'optional':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
    case 'nonoptional':
      return inner(def.innerType)
    case 'nullable':
      return random.next() < 0.3 ? null : inner(def.innerType)
    case 'pipe':
      return inner((def.in as AnySchema)._zod.def.type === 'transform' ? def.out : def.in)
    case 'lazy':
      return inner(def.getter())
    default:
      return random.pick(hostile)
  }
}

/** Draws most required fields and some optional ones. */
const drawFields = (
  shape: Readonly<Record<string, z.core.$ZodType>>,
  random: Random,
  depth = 0,
): Record<string, unknown> => {
  const fields: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(shape)) {
    const isNeeded = !z.safeParse(field, undefined).success
    if (random.next() < (isNeeded ? 0.97 : 0.4)) fields[name] = draw(field, random, depth)
  }
  return fields
}

const inAddress = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : Array.isArray(value)
      ? value.join(',')
      : (JSON.stringify(value) ?? '')
/** A URL cannot contain lone surrogates: they are sent as other characters. */
const inAddresses = (values: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, inAddress(value).toWellFormed()]),
  )

const shapeOf = (schema: Route['body']): Readonly<Record<string, z.core.$ZodType>> | null => {
  if (!schema) return null
  const { def } = (schema as unknown as AnySchema)._zod
  return def.type === 'object' ? def.shape : null
}

/** Replaces one nested value. */
const spoil = (value: unknown, random: Random): unknown => {
  if (typeof value !== 'object' || value === null || random.next() < 0.3)
    return random.pick(hostile)
  const names = Object.keys(value)
  if (names.length === 0) return random.pick(hostile)
  const name = random.pick(names)
  const spoilt = spoil((value as Record<string, unknown>)[name], random)
  return Array.isArray(value)
    ? value.map((one: unknown, i) => (String(i) === name ? spoilt : one))
    : { ...value, [name]: spoilt }
}

/**
 * Builds one request of the call: the feature's own with random fields, or with one invalid value.
 */
export const drawRequest = (
  [operation, route]: (typeof routes)[number],
  person: PersonName,
  random: Random,
): SweepRequest => {
  const own = cases[operation].request?.(askingBy(person)) ?? {}
  const shapes = {
    params: shapeOf(route.params),
    query: shapeOf(route.query),
    body: shapeOf(route.body),
  }
  const drawn = (part: keyof typeof shapes): Record<string, unknown> =>
    shapes[part] ? drawFields(shapes[part], random) : {}
  const whole: SweepRequest = {
    ...own,
    params: { ...inAddresses(drawn('params')), ...own.params },
    query: { ...inAddresses(drawn('query')), ...(random.next() < 0.5 ? own.query : {}) },
    ...(route.body
      ? {
          body: shapes.body
            ? random.next() < 0.5
              ? { ...(own.body as object | undefined), ...drawn('body') }
              : { ...drawn('body'), ...(own.body as object | undefined) }
            : (own.body ?? draw(route.body as unknown as z.core.$ZodType, random)),
        }
      : {}),
    ...(route.file
      ? { file: random.pick(['', 'x', '\0\u0001', '{"a":[1]}', '<kml/>', 'a,b\n1,2']) }
      : {}),
  }
  if (random.next() < 0.7) return whole
  const parts = (['params', 'query', 'body'] as const).filter((one) => route[one])
  if (parts.length === 0) return whole
  const part = random.pick(parts)
  const spoilt = spoil(whole[part], random)
  return {
    ...whole,
    [part]:
      part === 'body'
        ? spoilt
        : inAddresses(
            typeof spoilt === 'object' && spoilt !== null
              ? (spoilt as Record<string, unknown>)
              : {},
          ),
  }
}

/**
 * For each text of a request, and each day, the request with a character, or a year, that no column
 * can store.
 */
export const spoilTexts = (request: SweepRequest): { at: string; request: SweepRequest }[] => {
  const spoiltAt = (value: unknown, at: string): { at: string; value: unknown }[] => {
    if (typeof value === 'string')
      return /^\d{4}-\d{2}/.test(value)
        ? ['0001', '9999'].map((year) => ({ at, value: year + value.slice(4) }))
        : ['\0', ...(at.startsWith('body') ? ['\ud800'] : [])].map((character) => ({
            at,
            value: value + character,
          }))
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([name, part]) =>
      spoiltAt(part, `${at}.${name}`).map((one) => ({
        at: one.at,
        value: Array.isArray(value)
          ? value.map((old: unknown, i) => (String(i) === name ? one.value : old))
          : { ...value, [name]: one.value },
      })),
    )
  }
  return (['query', 'body'] as const).flatMap((part) =>
    spoiltAt(request[part], part).map(({ at, value }) => ({
      at,
      request: { ...request, [part]: value } as SweepRequest,
    })),
  )
}
