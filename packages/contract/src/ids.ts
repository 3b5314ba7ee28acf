// The schema of an id states the kind of row it refers to. The positions of ids in a call follow
// from the schemas (id-slots.ts), so that a call cannot take an id that the access test does not
// know.
import { z } from 'zod'

/**
 * A kind of row that calls refer to, such as `plot`. The access test reports a kind for which no
 * feature names foreign rows.
 */
export type IdKind = string

/** `joined`: several ids separated by commas. */
type IdFacts = { readonly kind: IdKind; readonly joined?: true }
const idFacts = z.registry<IdFacts>()
const reasons = z.registry<{ readonly reason: string }>()

/** Marks a schema (and schemas derived from it by `describe`) as the id of a row of this kind. */
export const naming = <S extends z.ZodType>(kind: IdKind, schema: S): S => {
  idFacts.add(schema, { kind })
  return schema
}

const uuid = z.uuid()

export const id = (kind: IdKind): z.ZodUUID => naming(kind, z.uuid())

/** Several ids of a kind in one query parameter, separated by commas. */
export const joinedIds = (kind: IdKind) => {
  const schema = z
    .string()
    .max(10_000)
    .regex(/^[\w-]+(,[\w-]+)*$/)
    .refine(
      (text) => kind === 'drone' || text.split(',').every((part) => uuid.safeParse(part).success),
    )
  idFacts.add(schema, { kind, joined: true })
  return schema
}

/** For fields that are named like an id but do not identify a row; states the reason. */
export const notARow = <S extends z.ZodType>(reason: string, schema: S): S => {
  const own = schema.clone() as S
  reasons.add(own, { reason })
  return own
}

export const findIdFacts = (schema: z.core.$ZodType): IdFacts | undefined => idFacts.get(schema)
export const isNoRow = (schema: z.core.$ZodType): boolean => reasons.get(schema) !== undefined
