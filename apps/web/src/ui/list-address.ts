import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'

/** URL parameters of the list itself; all others are filters, named as in the call. */
const own = { page: 'currentPage', size: 'pageSize', open: 'open' } as const

type Options = {
  filterNames: readonly string[]
  sortName: string
  defaultSort?: string | undefined
  defaultPageSize: number
}

export type ListAddress = ReturnType<typeof useListAddress>

/**
 * A list's filters, sort order, page and opened row. All are in the URL, so that a link shows the
 * same to another person.
 */
export const useListAddress = ({
  filterNames,
  sortName,
  defaultSort,
  defaultPageSize,
}: Options) => {
  const [params, setParams] = useSearchParams()
  const names = filterNames.join(' ')
  const filters = useMemo(
    () =>
      Object.fromEntries(
        names
          .split(' ')
          .filter((name) => name && params.get(name))
          .map((name) => [name, params.get(name)!]),
      ),
    [params, names],
  )
  const change = useCallback(
    (
      values: Readonly<Record<string, string | null | undefined>>,
      history: 'push' | 'replace' = 'push',
    ) => {
      setParams(
        (before) => {
          const after = new URLSearchParams(before)
          for (const [name, value] of Object.entries(values)) {
            if (value == null || value === '') after.delete(name)
            else after.set(name, value)
          }
          return after
        },
        { replace: history === 'replace', preventScrollReset: true },
      )
    },
    [setParams],
  )
  const number = (name: string, fallback: number): number =>
    Math.max(1, Math.floor(Number(params.get(name))) || fallback)
  return {
    filters,
    page: number(own.page, 1),
    pageSize: Math.min(500, number(own.size, defaultPageSize)),
    sort: params.get(sortName) ?? defaultSort,
    openId: params.get(own.open) || null,
    /**
     * Changes filters and returns to the first page. The history entry is replaced, so that typing
     * does not add entries.
     */
    setFilters: useCallback(
      (values: Readonly<Record<string, string | null | undefined>>) =>
        change({ ...values, [own.page]: null }, 'replace'),
      [change],
    ),
    setSort: useCallback(
      (sort: string | null) => change({ [sortName]: sort, [own.page]: null }, 'replace'),
      [change, sortName],
    ),
    setPage: useCallback(
      (page: number, size: number, history: 'push' | 'replace' = 'push') =>
        change(
          {
            [own.page]: page === 1 ? null : String(page),
            [own.size]: size === defaultPageSize ? null : String(size),
          },
          history,
        ),
      [change, defaultPageSize],
    ),
    open: useCallback((id: string | null) => change({ [own.open]: id }), [change]),
  }
}
