import type { UseQueryResult } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { Failure } from './empty.tsx'

type Props<Known> = {
  /** The row from the list, which is newer while a change is being saved. */
  row: Known | undefined
  asked: UseQueryResult<Known>
  children: (known: Known) => ReactNode
}

/** Details of a row: from the list if it is loaded there, else from its own query. */
export const DetailOf = <Known,>({ row, asked, children }: Props<Known>) => {
  const known = row ?? asked.data
  if (known) return children(known)
  return asked.isError ? (
    <Failure error={asked.error} onRetry={() => void asked.refetch()} />
  ) : (
    <Skeleton active paragraph={{ rows: 8 }} />
  )
}
