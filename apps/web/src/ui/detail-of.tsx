import type { UseQueryResult } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { Failure } from './empty.tsx'

type Props<Known> = {
  /** What the list shows, which is newer while a change is on its way. */
  row: Known | undefined
  asked: UseQueryResult<Known>
  children: (known: Known) => ReactNode
}

/** The details of a row: of the list that shows it, else as they were asked for. */
export const DetailOf = <Known,>({ row, asked, children }: Props<Known>) => {
  const known = row ?? asked.data
  if (known) return children(known)
  return asked.isError ? (
    <Failure error={asked.error} onRetry={() => void asked.refetch()} />
  ) : (
    <Skeleton active paragraph={{ rows: 8 }} />
  )
}
