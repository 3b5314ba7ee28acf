/** A pattern for `like` and `ilike` that finds the text anywhere, with its wildcards escaped. */
export const containing = (text: string): string =>
  `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`

/** Parses `-field` as descending by `field`. */
export const parseSort = <F extends string>(
  sorting: `-${F}` | F | undefined,
  fallback: `-${F}` | F,
): { field: F; descending: boolean } => {
  const wanted: string = sorting ?? fallback
  const descending = wanted.startsWith('-')
  return { field: (descending ? wanted.slice(1) : wanted) as F, descending }
}
