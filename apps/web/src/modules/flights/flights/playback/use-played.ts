import { useQuery } from '@tanstack/react-query'
import { call } from '../../../../lib/api.ts'
import { decodeInWorker } from './decode-in-worker.ts'
import { toTrackPlan } from './played-track.ts'
import { toPlayed, type Played } from './played-moment.ts'

type Asked = { droneIds: readonly string[]; startTime: string; endTime: string }

const fetchPlayed = async (
  { droneIds, startTime, endTime }: Asked,
  signal: AbortSignal,
): Promise<{ timeZone: string; drones: Played[] }> => {
  const body = { droneIds: [...droneIds], startTime, endTime }
  const answer = call('getPlayback', { body }, { signal })
  const columns = call(
    'getPlaybackTracks',
    { body: { ...body, packed: true } },
    { signal, timeoutMs: null },
  ).then((blob) => blob.arrayBuffer())
  const tracks = await decodeInWorker(
    Promise.all([answer, columns]).then(([{ drones }, bytes]) => ({
      bytes,
      plans: drones.map(toTrackPlan),
    })),
    signal,
  )
  const { timeZone, drones } = await answer
  return { timeZone, drones: drones.map((drone, index) => toPlayed(drone, tracks[index]!)) }
}

/**
 * Flights and tracks of the drones, prepared for playback. They take tens of megabytes, so they are
 * not cached when unused.
 */
export const usePlayed = (asked: Asked | null) =>
  useQuery({
    queryKey: ['played', asked?.droneIds, asked?.startTime, asked?.endTime],
    queryFn: ({ signal }) => fetchPlayed(asked!, signal),
    enabled: asked !== null,
    staleTime: Infinity,
    gcTime: 0,
    structuralSharing: false,
    refetchOnWindowFocus: false,
    meta: { quiet: true },
  })
