import type { Sortie } from '@swath/contract/flights/flight-list'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { showError } from '../../../../lib/errors.ts'
import { keepShown, buildQuery } from '../../../../lib/query.ts'
import { mostChosen, useHistoryAddress } from './history-address.ts'
import { toDay, isoOfDay } from './history-days.ts'
import { addMonths } from './month-grid.ts'
import { trackColours } from './play-colours.ts'
import { isDrawable } from './sortie-list.tsx'
import { growingMs, sortieQuery } from '../sortie/sortie-record.tsx'
import { useTracks, type TrackName } from '../track/use-tracks.ts'

export const pageSize = 20
const noTracks: readonly TrackName[] = []

type Address = ReturnType<typeof useHistoryAddress>

/**
 * Sorties with these ids; those on no loaded page of the list, for example from a link, consist of
 * ids only.
 */
const useShownSorties = (droneId: string, ids: readonly string[], listed: readonly Sortie[]) => {
  const [known, setKnown] = useState<ReadonlyMap<string, Sortie>>(new Map())
  const merged = useMemo(
    () => new Map([...known, ...listed.map((sortie) => [sortie.sortieId, sortie] as const)]),
    [known, listed],
  )
  useEffect(() => {
    setKnown(
      (before) =>
        new Map([...before, ...listed.map((sortie) => [sortie.sortieId, sortie] as const)]),
    )
  }, [listed])
  return useMemo(
    () => ids.map((sortieId) => merged.get(sortieId) ?? { droneId, sortieId, endTime: '' }),
    [droneId, ids, merged],
  )
}

/** Without a selection in the URL, selects the flights of the latest day, once. */
const useFirstChoice = (
  { active, chosen, setSorties }: Address,
  sorties: readonly Sortie[],
): void => {
  const hasBegun = useRef(active !== null || chosen.length > 0)
  useEffect(() => {
    const newest = sorties[0]
    if (hasBegun.current || !newest) return
    hasBegun.current = true
    setSorties(
      sorties
        .filter(
          (sortie) => isDrawable(sortie) && toDay(sortie.startTime) === toDay(newest.startTime),
        )
        .map(({ sortieId }) => sortieId),
      null,
    )
  }, [sorties, setSorties])
}

/**
 * State of a drone's flight history, from the URL: the list, the calendar, the selected tracks, and
 * the open record.
 */
export const useHistory = (droneId: string) => {
  const address = useHistoryAddress()
  const { startTime, endTime, order, page, chosen, active } = address
  const drone = useQuery(buildQuery('getDrone', { query: { droneId } }))
  const filtering = {
    droneId,
    ...(startTime ? { startTime } : {}),
    ...(endTime ? { endTime } : {}),
  }
  const list = useQuery({
    ...buildQuery('listFlights', {
      query: { ...filtering, order, currentPage: String(page), pageSize: String(pageSize) },
    }),
    ...keepShown,
    refetchInterval: (query) =>
      query.state.data?.items.some(({ state }) => state === 'open') ? growingMs : false,
  })
  const sorties = useMemo(() => list.data?.items ?? [], [list.data])
  const [monthWish, setMonth] = useState<string | null>(null)
  const month = monthWish ?? toDay(startTime ?? sorties[0]?.startTime ?? Date.now()).slice(0, 7)
  const days = useQuery({
    ...buildQuery('getFlightStatistics', {
      params: { droneId },
      query: { startTime: isoOfDay(`${month}-01`), endTime: isoOfDay(`${addMonths(month, 1)}-01`) },
    }),
    ...keepShown,
    enabled: list.data !== undefined,
    // Flights that land are added to the sums of the current month.
    refetchInterval: month === toDay(Date.now()).slice(0, 7) ? 30_000 : false,
  })
  const shownIds = useMemo(
    () => (active && !chosen.includes(active) ? [active, ...chosen].slice(0, mostChosen) : chosen),
    [active, chosen],
  )
  const shown = useShownSorties(droneId, shownIds, sorties)
  const tracks = useTracks(list.isPending ? noTracks : shown)
  const detail = useQuery({
    ...sortieQuery({ droneId, sortieId: active ?? '' }),
    enabled: active !== null,
  })
  useEffect(() => {
    if (tracks.error) showError(tracks.error)
  }, [tracks.error])
  useFirstChoice(address, sorties)
  const found = tracks.tracks.find(({ sortieId }) => sortieId === active)
  return {
    /** Colours of the tracks on the map, by sortie. */
    colours: useMemo(() => trackColours(shownIds), [shownIds]),
    address,
    droneId,
    name: drone.data?.droneName ?? droneId,
    filtering,
    list,
    sorties,
    month,
    setMonth,
    days,
    shown,
    tracks,
    detail,
    /** The track to play. */
    track: found && found.recordTime.length > 1 ? found : undefined,
    /** True only if it is certain that there is no track to play, and not while it is loading. */
    isTrackless:
      detail.data !== undefined &&
      (!detail.data.hasTrack || (found !== undefined && found.recordTime.length <= 1)),
  }
}
export type History = ReturnType<typeof useHistory>
