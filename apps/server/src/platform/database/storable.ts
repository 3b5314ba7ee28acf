// What PostgreSQL cannot hold in texts and jsonb, put in place of what a file or an address holds.
// Of what people send it is refused instead: contract/storable-values.ts.

/** PostgreSQL keeps neither NUL nor half a surrogate pair. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD')
export const storableJson = (value: unknown): unknown => {
  if (typeof value === 'string') return storable(value)
  if (Array.isArray(value)) return value.map(storableJson)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [storable(key), storableJson(inner)]),
  )
}
