import type { Anomaly } from '@swath/contract/alarms/anomalies'
import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import type { Api } from '@swath/contract/api'
import type { Answer } from '@swath/contract/kit'
import { call } from '../../../lib/api.ts'
import { keepShown, queryClient } from '../../../lib/query.ts'
import { useChange } from '../../../lib/use-change.ts'

type Page = Answer<Api['listAnomalies']>
export type AnomalyFilters = {
  readonly oddType: Anomaly['oddType'] | null
  readonly show: 'unclosed' | 'unread' | 'all'
}

const pageSize = 20
const refreshMs = 60_000

const queryFor = ({ oddType, show }: AnomalyFilters) => ({
  ...(oddType === null ? {} : { oddType: String(oddType) as '1' }),
  ...(show === 'unclosed' ? { state: show } : {}),
  ...(show === 'unread' ? { unread: 'true' as const } : {}),
})

/**
 * Newest first, page by page. New alarms shift the pages while someone reads, so duplicates are
 * removed.
 */
export const useAnomalies = (filters: AnomalyFilters, isOpen: boolean) => {
  const query = queryFor(filters)
  const list = useInfiniteQuery({
    queryKey: ['listAnomalies', 'pages', query],
    enabled: isOpen,
    ...keepShown,
    refetchInterval: refreshMs,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      call(
        'listAnomalies',
        { query: { ...query, currentPage: String(pageParam), pageSize: String(pageSize) } },
        { signal },
      ),
    getNextPageParam: ({ currentPage, total }: Page) =>
      currentPage * pageSize < total ? currentPage + 1 : null,
  })
  return {
    list,
    anomalies: onceEach(list.data?.pages.flatMap(({ items }) => items) ?? []),
    total: list.data?.pages.at(-1)?.total,
  }
}

const onceEach = (anomalies: readonly Anomaly[]): Anomaly[] => [
  ...new Map(anomalies.map((one) => [one.anomalyId, one])).values(),
]

/** Marks these, or all, as read in every cached list. */
const showRead = (ids: readonly string[] | null): void => {
  queryClient.setQueriesData<InfiniteData<Page>>(
    { queryKey: ['listAnomalies', 'pages'] },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          items: page.items.map((one) =>
            ids === null || ids.includes(one.anomalyId) ? { ...one, read: true } : one,
          ),
        })),
      },
  )
  queryClient.setQueryData<Answer<Api['countUnreadBulletins']>>(
    ['countUnreadBulletins', {}],
    (data) => {
      if (!data) return data
      const read = ids === null ? data.anomalyCount : Math.min(data.anomalyCount, ids.length)
      return { ...data, count: data.count - read, anomalyCount: data.anomalyCount - read }
    },
  )
}

/** Marks these, or all (null), as read. Optimistic: reverted if the server refuses. */
export const useMarkRead = () =>
  useChange({
    run: (ids: readonly string[] | null) =>
      call('markBulletinsRead', {
        body:
          ids === null ? { oprType: 2, bulletinType: 1 } : { oprType: 1, bulletinIds: [...ids] },
      }),
    show: showRead,
    outdated: ['countUnreadBulletins', 'listAnomalies', 'listRecentAlarms'],
  })
