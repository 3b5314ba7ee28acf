import type { PlotSeasons } from '@swath/contract/flights/plot-work'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { buildQuery, keepShown } from '../../../lib/query.ts'
import { splitRounds } from './rounds.ts'

/** The period shown: the last round, a season by its first day, or all flights. */
export type Span = 'latest' | 'all' | `${number}-${number}-${number}`

type Query = Readonly<Record<string, string>>

const toDays = (span: Span, seasons: PlotSeasons['items']): Query => {
  const season = seasons.find(({ fromDay }) => fromDay === span)
  return season ? { fromDay: season.fromDay, untilDay: season.untilDay } : {}
}

/** The flights over a plot, a page at a time, newest first. */
export const useSprayings = (blockId: string, days: Query) =>
  useInfiniteQuery({
    queryKey: ['getPlotSprayings', { blockId, days }],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call(
        'getPlotSprayings',
        { params: { blockId }, query: { ...days, before: pageParam } },
        { signal },
      ),
    getNextPageParam: (last) => (last.hasMore ? last.items.at(-1)!.sortieId : undefined),
  })

/** Seasons, flights and coverage of a plot, and which flights are counted. */
export const usePlotWork = (blockId: string) => {
  const [span, setSpan] = useState<Span>('latest')
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const seasons = useQuery(buildQuery('getPlotSeasons', { params: { blockId } }))
  const days = toDays(span, seasons.data?.items ?? [])
  const sprayings = useSprayings(blockId, days)
  const known = sprayings.data?.pages.flatMap(({ items }) => items)
  const shown = known && (span === 'latest' ? (splitRounds(known)[0] ?? []) : known)
  const counted = shown?.filter(({ sortieId }) => !left.has(sortieId))
  // A whole season is counted by its days, including flights that the list has not loaded.
  const query: Query =
    span === 'latest' || left.size > 0
      ? { sortieIds: (counted ?? []).map(({ sortieId }) => sortieId).join(',') }
      : days
  const ground = useQuery({
    ...buildQuery('getPlotGround', { params: { blockId }, query }),
    ...keepShown,
    enabled: counted !== undefined && counted.length > 0,
    staleTime: 60_000,
  })
  return {
    span,
    setSpan: (next: Span): void => {
      setSpan(next)
      setLeft(new Set())
    },
    left,
    count: (sortieId: string, isCounted: boolean): void =>
      setLeft((before) => {
        const after = new Set(before)
        if (isCounted) after.delete(sortieId)
        else after.add(sortieId)
        return after
      }),
    seasons,
    sprayings,
    shown,
    ground: counted?.length === 0 ? null : ground.data,
    failed: ground.isError && !ground.data ? ground.error : null,
    query,
  }
}
