// Loads the rows of a list, page by page, according to its URL.
import type { Operation } from '@swath/contract/api'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keepShown, buildQuery } from '../lib/query.ts'
import type { ListAddress } from './list-address.ts'

type Asked<O extends Operation> = {
  call: O
  paging: 'currentPage' | 'pageIndex'
  /** Filters and sort order, named as in the call. */
  query: Readonly<Record<string, string | undefined>>
  refreshMs: number | undefined
  waits: boolean
}

/** The list's response and its rows; a page beyond the last one is corrected to the last. */
export const useListAnswer = <
  O extends Operation,
  Row extends object,
  Loaded extends { items: Row[]; total: number },
>(
  { call, paging, query, refreshMs, waits }: Asked<O>,
  address: ListAddress,
) => {
  const { page, pageSize, setPage } = address
  const paged =
    paging === 'pageIndex'
      ? { ...query, pageIndex: String(page), size: String(pageSize) }
      : { ...query, currentPage: String(page), pageSize: String(pageSize) }
  const list = useQuery({
    // The list's call is known only by its declaration, so the query's type is lost here.
    ...(buildQuery as (operation: O, parts: object) => ReturnType<typeof buildQuery<O>>)(call, {
      query: paged,
    }),
    ...keepShown,
    enabled: !waits,
    ...(refreshMs ? { refetchInterval: refreshMs } : {}),
  })
  const answer = list.data as Loaded | undefined
  const lastPage = answer ? Math.ceil(answer.total / pageSize) : 0
  const isBeyond =
    !list.isPlaceholderData && answer?.items.length === 0 && lastPage > 0 && page > lastPage
  useEffect(() => {
    if (isBeyond) setPage(lastPage, pageSize, 'replace')
  }, [isBeyond, lastPage, pageSize, setPage])
  // Shows nothing of a page that does not exist, until the last page has loaded.
  const shown = isBeyond ? undefined : answer
  const items: Row[] | undefined = shown?.items
  return { list, answer: shown, items, total: shown?.total ?? 0 }
}
