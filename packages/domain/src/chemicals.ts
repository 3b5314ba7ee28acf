// Which listed chemicals a flight has sprayed, by the free text that its drone reports.

export type NamedChemical = {
  /** Of a common substance its ISO name in lower case with hyphens; of an own product a UUID. */
  readonly id: string
  /** In all languages. */
  readonly names: readonly string[]
}

/** In the form of the ids of substances; a name may hold a comma: 2,4-D. */
const toKey = (name: string): string => name.trim().toLowerCase().replaceAll(/[\s,]/g, '-')

/** A tank mix names several; substances have the ids of `NamedChemical`. */
export const chemicalIdsIn = (text: string): string[] =>
  text
    .split(/[+/;、，；]|,\s/)
    .map(toKey)
    .filter((one) => one !== '')

/**
 * Ids of those chemicals that the text names: by the id of a substance, or by a name in any
 * language; alone, in a mix, or as the name of a mixed product.
 */
export const findChemicals = (text: string, known: readonly NamedChemical[]): string[] => {
  const reported = new Set([...chemicalIdsIn(text), toKey(text)])
  return known
    .filter(({ id, names }) => [id, ...names.map(toKey)].some((key) => reported.has(key)))
    .map(({ id }) => id)
}
