import { sql, type RawBuilder, type SqlBool } from 'kysely'

/**
 * `above` is the account or one that it stands below: its path is the beginning of the other's, one
 * id of 32 digits and a stroke after the other. Named by their whole paths they are found in the
 * index, however many accounts there are.
 */
export const aboveOrSame = (
  above: string,
  path: string,
): RawBuilder<SqlBool> => sql<SqlBool>`${sql.ref(`${above}.path`)} in (
  select left(${sql.ref(path)}, 33 * step) from generate_series(1, length(${sql.ref(path)}) / 33) step)`
