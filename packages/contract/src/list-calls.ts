// Query and response of the calls of a declared list.
import { z } from 'zod'
import { Page, TableFormat, paged } from './fields.ts'
import type { Filters } from './list.ts'

/**
 * Additional field of lists that search by similar names. Their rows then contain none of the
 * text: the console says so above them.
 */
export const similarNames = {
  similarNames: z
    .literal(true)
    .optional()
    .describe('No row contains the text of search; these rows have similar names'),
}

/** A count per state. A record would have no properties in the API document. */
export const countEach = <S extends string>(states: readonly S[]) =>
  z.object(
    Object.fromEntries(states.map((state) => [state, z.int()])) as Readonly<Record<S, z.ZodInt>>,
  )

/** A page of the list. `more`: additional fields of the response. */
export const pageOf = <
  Asked extends Filters,
  Row extends z.ZodType,
  More extends Filters = Record<never, never>,
>(
  { asked, row }: { asked: Asked; row: Row },
  more = {} as More,
) => ({ query: Page.extend(asked), out: paged(row).extend(more) })

/** The whole list as CSV or XLSX. `more`: additional query parameters. */
export const fileOf = <Asked extends Filters, More extends Filters = Record<never, never>>(
  { asked }: { asked: Asked },
  more = {} as More,
) => ({ raw: 'text/csv', query: z.object({ ...asked, ...more, format: TableFormat }) }) as const
