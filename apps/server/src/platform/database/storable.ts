// Replaces characters that PostgreSQL cannot store in texts and jsonb, for content of files and
// URLs. In people's input they are refused instead: contract/storable-values.ts.

/** PostgreSQL stores neither NUL nor unpaired surrogates. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD')
export const storableJson = (value: unknown): unknown => {
  if (typeof value === 'string') return storable(value)
  if (Array.isArray(value)) return value.map(storableJson)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [storable(key), storableJson(inner)]),
  )
}
