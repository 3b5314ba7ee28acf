// The fields within a schema, used to derive ids, times and names of parameters from schemas.
import type { z } from 'zod'
import type { Schema } from './kit.ts'

/** A schema within another, with the path of its value; '[]' is for each element of a list. */
export type Field = { path: readonly string[]; schema: z.core.$ZodType }

/** The schemas directly within one that describe the same value. */
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

/** All schemas within a schema, including itself, each with the path of the value it describes. */
const schemasIn = (schema: z.core.$ZodType): Field[] => {
  const seen = new Set<z.core.$ZodType>()
  const walk = (one: z.core.$ZodType, path: readonly string[]): Field[] => {
    // a recursive schema would be walked without end
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
    // the same schema may also occur elsewhere
    seen.delete(one)
    return found
  }
  return walk(schema, [])
}

export const fieldsIn = (schema: Schema | undefined): Field[] =>
  schema ? schemasIn(schema as unknown as z.core.$ZodType) : []

/** The names that a query accepts; null: any name. */
export const listNames = (schema: Schema | undefined): ReadonlySet<string> | null => {
  const fields = fieldsIn(schema)
  const isLoose = fields.some(({ path, schema: inner }) => {
    const { def } = (inner as z.core.$ZodTypes)._zod
    return path.length === 0 && def.type === 'object' && def.catchall?._zod.def.type === 'unknown'
  })
  return isLoose ? null : new Set(fields.flatMap(({ path }) => path.slice(0, 1)))
}
