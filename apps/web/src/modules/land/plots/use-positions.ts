import type { LngLat } from '@swath/domain/lng-lat'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { buildQuery } from '../../../lib/query.ts'
import { useMap } from '../../../map/map-context.ts'

/** The last reported position; `accuracyM` is null if the device does not know it. */
export type Fix = { readonly at: LngLat; readonly accuracyM: number | null }

/** The phone's own position, while it is needed. */
export const usePhonePosition = (isOn: boolean): { fix: Fix | null; isRefused: boolean } => {
  const [fix, setFix] = useState<Fix | null>(null)
  const [isRefused, setRefused] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const watch = navigator.geolocation.watchPosition(
      ({ coords }) => {
        setRefused(false)
        setFix({ at: [coords.longitude, coords.latitude], accuracyM: coords.accuracy })
      },
      () => setRefused(true),
      { enableHighAccuracy: true, maximumAge: 0 },
    )
    return () => navigator.geolocation.clearWatch(watch)
  }, [isOn])
  return { fix: isOn ? fix : null, isRefused }
}

/** Drones in the visible part of the map, at the time they are requested. */
export const useNearbyDrones = (isOn: boolean): { droneId: string; droneName: string }[] => {
  const map = useMap()
  const query = useMemo(() => {
    if (!isOn || !map) return null
    const { minLng, maxLng, minLat, maxLat } = map.view().bounds
    return {
      minLng: String(minLng),
      maxLng: String(maxLng),
      minLat: String(minLat),
      maxLat: String(maxLat),
    }
  }, [isOn, map])
  const drones = useQuery({
    ...buildQuery('listMonitorDrones', { query: query! }),
    enabled: query !== null,
  })
  return drones.data?.items ?? []
}

/** The position of a drone, updated each second. */
export const useDronePosition = (droneId: string | null): Fix | null => {
  const drone = useQuery({
    ...buildQuery('getMonitorDrone', { query: { droneId: droneId ?? '' } }),
    enabled: droneId !== null,
    refetchInterval: 1000,
    staleTime: 0,
  })
  const { lng, lat } = drone.data ?? {}
  return useMemo(
    () =>
      droneId === null || lng === undefined || lat === undefined || lng === null || lat === null
        ? null
        : { at: [lng, lat], accuracyM: null },
    [droneId, lng, lat],
  )
}
