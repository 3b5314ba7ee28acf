import { ListRows, RowsSkeleton } from './list-rows.tsx'
import type { BodyProps } from './list-rows-props.ts'
import { ListSkeleton, ListTable } from './list-table.tsx'
import { useNarrow } from './use-width.ts'

/** The rows of a list as a table; on a phone two lines per row. */
export const ListBody = <Row extends object>({ rows, ...props }: BodyProps<Row>) => {
  const narrow = useNarrow()
  if (!rows)
    return narrow ? <RowsSkeleton /> : <ListSkeleton columns={props.columns} view={props.view} />
  return narrow ? <ListRows {...props} rows={rows} /> : <ListTable {...props} rows={rows} />
}
