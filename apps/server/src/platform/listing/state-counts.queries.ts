import { sql, type AliasedRawBuilder, type Expression } from 'kysely'

/** For a select: one column for each state, with the number of rows in it. */
export const countEach = <State extends string>(
  states: readonly State[],
  state: Expression<unknown>,
): AliasedRawBuilder<number, State>[] =>
  states.map((one) => sql<number>`count(*) filter (where ${state} = ${one})`.as(one))
