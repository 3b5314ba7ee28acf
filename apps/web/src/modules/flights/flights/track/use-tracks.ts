import type { Sortie } from '@swath/contract/flights/flight-list'
import type { Track } from '@swath/contract/flights/flights'
import { skipToken, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../../../lib/api.ts'
import { queryClient } from '../../../../lib/query.ts'

/** How long an unused track is cached. */
const keptMs = 30 * 60_000

/** Identifies a version of a track: the track of an airborne sortie grows. */
export type TrackName = Pick<Sortie, 'droneId' | 'sortieId' | 'endTime'>
const toKey = ({ droneId, sortieId, endTime }: TrackName) =>
  ['track', droneId, sortieId, endTime] as const

/** The tracks that still have to be fetched. */
export const missingTracks = (names: readonly TrackName[]): TrackName[] =>
  names.filter((name) => !queryClient.getQueryData(toKey(name)))

/** The earlier version of a track while the newer one is loading. */
const findEarlierTrack = ({ droneId, sortieId }: TrackName): Track | undefined => {
  let longest: Track | undefined
  for (const [, track] of queryClient.getQueriesData<Track>({
    queryKey: ['track', droneId, sortieId],
  })) {
    if (track && track.recordTime.length > (longest?.recordTime.length ?? 0)) longest = track
  }
  return longest
}

const fetchTracks = async (names: readonly TrackName[], signal: AbortSignal): Promise<number> => {
  const droneId = names[0]!.droneId
  const { tracks } = await call(
    'getTracks',
    { body: { droneId, ids: names.map(({ sortieId }) => sortieId) } },
    { signal, timeoutMs: null },
  )
  for (const track of tracks) {
    const name = names.find(({ sortieId }) => sortieId === track.sortieId)
    if (!name) continue
    queryClient.setQueryData(toKey(name), track)
    // Remove earlier versions: the new track contains them.
    queryClient.removeQueries({
      queryKey: ['track', droneId, track.sortieId],
      predicate: ({ queryKey }) => queryKey[3] !== name.endTime,
      type: 'inactive',
    })
  }
  return tracks.length
}

/**
 * Tracks of one drone's sorties, in order, as far as they are loaded. Missing ones are fetched
 * together, once, and then cached.
 */
export const useTracks = (
  names: readonly TrackName[],
): { tracks: readonly Track[]; isFetching: boolean; error: unknown; retry: () => void } => {
  const kept = useQueries({
    queries: names.map((name) => ({
      queryKey: toKey(name),
      queryFn: skipToken,
      staleTime: Infinity,
      gcTime: keptMs,
      placeholderData: () => findEarlierTrack(name),
    })),
    combine: (results) =>
      results.map(({ data, isPlaceholderData }) => ({
        track: data as Track | undefined,
        isOld: isPlaceholderData,
      })),
  })
  const missing = names.filter((_, index) => !kept[index]?.track || kept[index].isOld)
  const fetching = useQuery({
    queryKey: ['getTracks', ...missing.map(({ sortieId, endTime }) => `${sortieId} ${endTime}`)],
    queryFn: ({ signal }) => fetchTracks(missing, signal),
    enabled: missing.length > 0,
    gcTime: 0,
    meta: { quiet: true },
  })
  const tracks = useMemo(() => kept.flatMap(({ track }) => track ?? []), [kept])
  return {
    tracks,
    isFetching: fetching.isFetching,
    error: missing.length > 0 ? fetching.error : null,
    retry: () => void fetching.refetch(),
  }
}
