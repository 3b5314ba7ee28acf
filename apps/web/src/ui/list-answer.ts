// The rows of a list: what its address asks for, page by page.
import type { Operation } from '@swath/contract/api'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keepShown, buildQuery } from '../lib/query.ts'
import type { ListAddress } from './list-address.ts'

type Asked<O extends Operation> = {
  call: O
  paging: 'currentPage' | 'pageIndex'
  /** What narrows and orders the list, by the names of the call. */
  query: Readonly<Record<string, string | undefined>>
  refreshMs: number | undefined
}

/** The list and its rows; a page beyond the last one becomes the last. */
export const useListAnswer = <
  O extends Operation,
  Row extends object,
  Loaded extends { items: Row[]; total: number },
>(
  { call, paging, query, refreshMs }: Asked<O>,
  address: ListAddress,
) => {
  const { page, pageSize, setPage } = address
  const paged =
    paging === 'pageIndex'
      ? { ...query, pageIndex: String(page), size: String(pageSize) }
      : { ...query, currentPage: String(page), pageSize: String(pageSize) }
  const list = useQuery({
    // The query of a list that is known only by its declaration.
    ...(buildQuery as (operation: O, parts: object) => ReturnType<typeof buildQuery<O>>)(call, {
      query: paged,
    }),
    ...keepShown,
    ...(refreshMs ? { refetchInterval: refreshMs } : {}),
  })
  const answer = list.data as Loaded | undefined
  const lastPage = answer ? Math.ceil(answer.total / pageSize) : 0
  const isBeyond =
    !list.isPlaceholderData && answer?.items.length === 0 && lastPage > 0 && page > lastPage
  useEffect(() => {
    if (isBeyond) setPage(lastPage, pageSize, 'replace')
  }, [isBeyond, lastPage, pageSize, setPage])
  // Until the last page has come nothing is said of the one that is not there.
  const shown = isBeyond ? undefined : answer
  const items: Row[] | undefined = shown?.items
  return { list, answer: shown, items, total: shown?.total ?? 0 }
}
