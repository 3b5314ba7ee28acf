import type { ReactNode } from 'react'
import { ListCards } from './list-cards.tsx'
import { ListRows, RowsSkeleton } from './list-rows.tsx'
import type { BodyProps } from './list-rows-props.ts'
import { ListSkeleton, ListTable } from './list-table.tsx'
import { useNarrow } from './use-width.ts'

type Props<Row> = BodyProps<Row> & {
  card?: ((row: Row) => ReactNode) | undefined
  /** Shown instead of a table without rows. */
  line?: string | null
}

/** The rows of a list as a table, on a phone two lines per row; or as cards. */
export const ListBody = <Row extends object>({ rows, card, line, ...props }: Props<Row>) => {
  const narrow = useNarrow()
  if (!rows)
    return narrow || card ? (
      <RowsSkeleton />
    ) : (
      <ListSkeleton columns={props.columns} view={props.view} />
    )
  if (rows.length === 0 && line)
    return (
      <p className="m-0 muted p-16" role="status">
        {line}
      </p>
    )
  if (card) return <ListCards {...props} rows={rows} card={card} />
  return narrow ? <ListRows {...props} rows={rows} /> : <ListTable {...props} rows={rows} />
}
