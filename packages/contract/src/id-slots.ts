// Positions of ids in a call, derived from its schemas.
import { findIdFacts, isNoRow, type IdKind } from './ids.ts'
import type { Route, Schema } from './kit.ts'
import { fieldsIn } from './schema-fields.ts'

export type RequestPart = 'params' | 'query' | 'body'
/** `path` is within the part; '[]' is for each element of a list. */
export type IdSlot = { part: RequestPart; path: readonly string[]; kind: IdKind; joined: boolean }

/** The last name on the path decides whether a value is an id: `droneIds` for `droneIds[]`. */
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
  // `nullable` and similar wrappers lead to the same id more than once
  return slots.filter(
    (slot, index) =>
      slots.findIndex(
        (one) => one.part === slot.part && one.path.join('.') === slot.path.join('.'),
      ) === index,
  )
}

/** Paths named like an id whose schemas state neither a kind nor a reason for having none. */
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
