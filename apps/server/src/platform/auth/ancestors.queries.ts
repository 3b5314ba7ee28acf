import { sql, type RawBuilder, type SqlBool } from 'kysely'

/**
 * `above` is the account or one of its ancestors: its path is a prefix of the other's. A path is
 * ids of 32 digits, each followed by a slash. Complete paths are found in the index, however many
 * accounts there are.
 */
export const aboveOrSame = (
  above: string,
  path: string,
): RawBuilder<SqlBool> => sql<SqlBool>`${sql.ref(`${above}.path`)} in (
  select left(${sql.ref(path)}, 33 * step) from generate_series(1, length(${sql.ref(path)}) / 33) step)`
