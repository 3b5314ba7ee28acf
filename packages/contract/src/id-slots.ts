// Where ids stand in a call, read from its schemas.
import type { z } from 'zod'
import { findIdFacts, isNoRow, type IdKind } from './ids.ts'
import type { Route, Schema } from './kit.ts'

export type RequestPart = 'params' | 'query' | 'body'
/** `path` from the part down; '[]' stands for each element of a list. */
export type IdSlot = { part: RequestPart; path: readonly string[]; kind: IdKind; joined: boolean }

export type Field = { path: readonly string[]; schema: z.core.$ZodType }

/** The schemas directly within one that stand for the same value. */
const listInnerSchemas = (schema: z.core.$ZodType): readonly z.core.$ZodType[] => {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'catch':
    case 'readonly':
      return [def.innerType]
    case 'union':
      return def.options
    case 'intersection':
      return [def.left, def.right]
    case 'pipe':
      return [def.in, def.out]
    case 'lazy':
      return [def.getter()]
    default:
      return []
  }
}

const listElements = (schema: z.core.$ZodType): readonly z.core.$ZodType[] => {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'array') return [def.element]
  if (def.type === 'tuple') return [...def.items, ...(def.rest ? [def.rest] : [])]
  if (def.type === 'record') return [def.valueType]
  return []
}

/** Every schema within one, itself included, with the path of the value for which it stands. */
const schemasIn = (schema: z.core.$ZodType): Field[] => {
  const seen = new Set<z.core.$ZodType>()
  const walk = (one: z.core.$ZodType, path: readonly string[]): Field[] => {
    // a schema that holds itself would be walked for ever
    if (seen.has(one)) return []
    seen.add(one)
    const { def } = (one as z.core.$ZodTypes)._zod
    const fields =
      def.type === 'object'
        ? Object.entries(def.shape).flatMap(([name, inner]) => walk(inner, [...path, name]))
        : []
    const found = [
      { path, schema: one },
      ...listInnerSchemas(one).flatMap((inner) => walk(inner, path)),
      ...listElements(one).flatMap((inner) => walk(inner, [...path, '[]'])),
      ...fields,
    ]
    // the same schema may well stand elsewhere too
    seen.delete(one)
    return found
  }
  return walk(schema, [])
}

/** Every schema within one, with the path of the values for which it stands. */
export const fieldsIn = (schema: Schema | undefined): Field[] =>
  schema ? schemasIn(schema as unknown as z.core.$ZodType) : []

/** A value is named an id by the last name on its path: `droneIds[]` by `droneIds`. */
const pickName = (path: readonly string[]): string | undefined =>
  path.filter((step) => step !== '[]').at(-1)
const looksLikeId = (path: readonly string[]): boolean =>
  /^ids?$|[a-z]Ids?$/.test(pickName(path) ?? '')

export const idSlots = (route: Route): IdSlot[] => {
  const slots = (['params', 'query', 'body'] as const).flatMap((part) =>
    fieldsIn(route[part]).flatMap(({ path, schema }) => {
      const facts = findIdFacts(schema)
      return facts ? [{ part, path, kind: facts.kind, joined: facts.joined === true }] : []
    }),
  )
  // `nullable` and the like of an id lead to it more than once
  return slots.filter(
    (slot, index) =>
      slots.findIndex(
        (one) => one.part === slot.part && one.path.join('.') === slot.path.join('.'),
      ) === index,
  )
}

/** Paths that are called like an id, and whose schemas neither name a kind nor say why not. */
export const unmarkedIds = (schema: Schema | undefined): string[] => {
  const fields = fieldsIn(schema)
  const named = fields.filter(({ path }) => looksLikeId(path)).map(({ path }) => path)
  const marked = (path: readonly string[]) =>
    fields.some(
      (field) =>
        pickName(field.path) === pickName(path) &&
        field.path.join('.').startsWith(path.join('.')) &&
        (findIdFacts(field.schema) !== undefined || isNoRow(field.schema)),
    )
  return [...new Set(named.filter((path) => !marked(path)).map((path) => path.join('.')))]
}
