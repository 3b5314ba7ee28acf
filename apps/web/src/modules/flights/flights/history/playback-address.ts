import { mostPlayed } from '@swath/contract/flights/flights'
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { playbackSpeeds } from '../track/playback-clock.ts'

/** What a link to a playback contains: the drones, the period, and the current time. */
export type PlaybackPlace = {
  droneIds: readonly string[]
  startTime: string
  endTime: string
  atMs?: number | null
  speed?: number
  followed?: string | null
}

const path = '/business_manage/drone-list/playback'
const usualSpeed = 10

const toSearch = ({
  droneIds,
  startTime,
  endTime,
  atMs,
  speed,
  followed,
}: PlaybackPlace): URLSearchParams =>
  new URLSearchParams({
    drones: droneIds.join(','),
    startTime,
    endTime,
    ...(atMs == null ? {} : { at: new Date(atMs).toISOString() }),
    ...(speed === undefined || speed === usualSpeed ? {} : { speed: String(speed) }),
    ...(followed ? { follow: followed } : {}),
  })

export const playbackPath = (place?: PlaybackPlace): string =>
  place ? `${path}?${toSearch(place).toString()}` : path

const parseTime = (text: string | null): string | null =>
  text !== null && !Number.isNaN(Date.parse(text)) ? text : null

/**
 * State of the playback in the URL, so that a shared link shows the same drones at the same time.
 */
export const usePlaybackAddress = () => {
  const [params, setParams] = useSearchParams()
  const drones = params.get('drones') ?? ''
  const startTime = parseTime(params.get('startTime'))
  const endTime = parseTime(params.get('endTime'))
  const at = parseTime(params.get('at'))
  const speed = Number(params.get('speed'))
  return {
    droneIds: useMemo(
      () => [...new Set(drones.split(',').filter(Boolean))].slice(0, mostPlayed),
      [drones],
    ),
    startTime,
    endTime,
    /**
     * The initial time when the page was opened; later values in the URL are written by the clock.
     */
    atMs: at === null ? null : Date.parse(at),
    speed: playbackSpeeds.find((one) => one === speed) ?? usualSpeed,
    followed: params.get('follow'),
    isChoosing: params.has('choose'),
    /** Opens another playback, with a history entry. */
    choose: useCallback(
      (place: PlaybackPlace) => setParams(toSearch(place), { preventScrollReset: true }),
      [setParams],
    ),
    /** Updates the state of the current playback. */
    keep: useCallback(
      (values: { atMs?: number; speed?: number; followed?: string | null }) =>
        setParams(
          (before) => {
            const after = new URLSearchParams(before)
            if (values.atMs !== undefined) after.set('at', new Date(values.atMs).toISOString())
            if (values.speed !== undefined) after.set('speed', String(values.speed))
            if (values.followed === null) after.delete('follow')
            else if (values.followed !== undefined) after.set('follow', values.followed)
            return after
          },
          { replace: true, preventScrollReset: true },
        ),
      [setParams],
    ),
    setSpan: useCallback(
      (span: { startTime: string; endTime: string }) =>
        setParams(
          (before) => {
            const after = new URLSearchParams(before)
            after.set('startTime', span.startTime)
            after.set('endTime', span.endTime)
            after.delete('at')
            return after
          },
          { preventScrollReset: true },
        ),
      [setParams],
    ),
    /** Returns to the selection, keeping it. */
    again: useCallback(
      () =>
        setParams(
          (before) => {
            const after = new URLSearchParams(before)
            for (const name of ['at', 'follow']) after.delete(name)
            after.set('choose', '1')
            return after
          },
          { preventScrollReset: true },
        ),
      [setParams],
    ),
  }
}
