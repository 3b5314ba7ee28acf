// Values that pass a schema but cannot be stored: characters that PostgreSQL rejects in text and
// jsonb, and dates in years for which calendars and time zones are not computed. Checked for every
// call, independent of its schemas.
import { z } from 'zod'
import { fieldsIn } from './schema-fields.ts'
import type { Schema } from './kit.ts'

export type Refusal = {
  readonly path: string
  /** Key of the message among the server's `field` texts. */
  readonly message: 'characterRefused' | 'yearRefused'
}

/** Accepted years: no flight, document or contract is dated outside of them. */
const YEARS = { from: 1900, until: 2199 } as const

/** The first value in a part of a request that cannot be stored, with its path; null if none. */
export const findUnstorable = (schema: Schema, given: unknown, parsed: unknown): Refusal | null => {
  const text = findText(parsed, '')
  if (text !== null) return { path: text, message: 'characterRefused' }
  for (const path of datePaths(schema)) {
    const found = findYear(given, path, '')
    if (found !== null) return { path: found, message: 'yearRefused' }
  }
  return null
}

const join = (path: string, step: string): string => (path === '' ? step : `${path}.${step}`)

/** Whether it contains NUL or an unpaired surrogate. */
const isUnstorable = (text: string): boolean => text.includes('\0') || !text.isWellFormed()

/** Keys of records are stored as well. */
const findText = (value: unknown, path: string): string | null => {
  if (typeof value === 'string') return isUnstorable(value) ? path : null
  if (typeof value !== 'object' || value === null) return null
  for (const [name, part] of Object.entries(value)) {
    if (isUnstorable(name)) return path
    const found = findText(part, join(path, name))
    if (found !== null) return found
  }
  return null
}

const findYear = (
  value: unknown,
  [step, ...rest]: readonly string[],
  at: string,
): string | null => {
  if (step === undefined) {
    const year = typeof value === 'string' ? /^([+-]?\d{4,6})-\d{2}/.exec(value)?.[1] : undefined
    return year === undefined || (Number(year) >= YEARS.from && Number(year) <= YEARS.until)
      ? null
      : at
  }
  if (typeof value !== 'object' || value === null) return null
  const names = step === '[]' ? Object.keys(value) : [step]
  for (const name of names) {
    const part = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
    const found = findYear(part, rest, join(at, name))
    if (found !== null) return found
  }
  return null
}

const known = new WeakMap<Schema, readonly (readonly string[])[]>()

/** Paths at which a schema accepts days, months or times and no other text. */
const datePaths = (schema: Schema): readonly (readonly string[])[] => {
  const before = known.get(schema)
  if (before !== undefined) return before
  const paths = new Map(
    fieldsIn(schema)
      .filter((field) => isDate(field.schema))
      .map(({ path }) => [path.join('.'), path]),
  )
  known.set(schema, [...paths.values()])
  return [...paths.values()]
}

const DATES = ['2026-05-01', '2026-05', '2026-05-01T00:00:00Z', '2026-05-01 00:00:00']
const OTHERS = ['zzz', 'AB-2026-05', '2026-05-01-x']

const isDate = (schema: z.core.$ZodType): boolean => {
  if ((schema as z.core.$ZodTypes)._zod.def.type !== 'string') return false
  const takes = (text: string): boolean => z.safeParse(schema, text).success
  return DATES.some(takes) && !OTHERS.some(takes)
}
