import { sql, type RawBuilder, type SqlBool } from 'kysely'

/**
 * Whether `above` is the account or one of its ancestors, which means that its path is a prefix of
 * the other's. A path is a sequence of ids of 32 digits, each followed by a slash. Compares
 * complete paths, so that an index is used however many accounts there are.
 */
export const aboveOrSame = (
  above: string,
  path: string,
): RawBuilder<SqlBool> => sql<SqlBool>`${sql.ref(`${above}.path`)} in (
  select left(${sql.ref(path)}, 33 * step) from generate_series(1, length(${sql.ref(path)}) / 33) step)`
