import type { Bounds, LngLat } from '@swath/domain/lng-lat'
import { useEffect } from 'react'
import { call } from '../../lib/api.ts'
import { useUser } from '../../lib/session.ts'
import { panelPadding } from '../../map/fit.ts'
import { useMap } from '../../map/map-context.ts'
import { boundsOfPlaces } from '../../map/shapes.ts'
import { coveredBelowPx } from '../../ui/sheet.ts'
import { rangeQuery } from './map-range.ts'

const world: Bounds = { minLng: -180, minLat: -90, maxLng: 180, maxLat: 90 }

/**
 * Whose drones have been brought into view since the page was loaded: afterwards the map stays
 * where the person left it.
 */
let shownTo: string | null = null

type Placed = { lng: number | null; lat: number | null }
const listPlaces = (drones: readonly Placed[]): LngLat[] =>
  drones.flatMap(({ lng, lat }): LngLat[] => (lng === null || lat === null ? [] : [[lng, lat]]))

/**
 * The first look goes to where the person's drones are, a farmer's to the fields. The platform's
 * own people have them everywhere and begin with the host's map.
 */
export const useFirstView = (isWanted: boolean): void => {
  const map = useMap()
  const { userId, accountType } = useUser()
  useEffect(() => {
    if (!map || !isWanted || accountType === 'platform' || shownTo === userId) return
    const stop = new AbortController()
    const show = async (): Promise<void> => {
      const query = rangeQuery(world)
      let places = listPlaces(
        (
          await call(
            'listMonitorDrones',
            { query: { ...query, queryType: '1' } },
            { signal: stop.signal },
          )
        ).items,
      )
      if (places.length === 0)
        places = listPlaces(
          (await call('listOfflineDrones', { query }, { signal: stop.signal })).items,
        )
      if (places.length === 0)
        places = (
          await call('listMonitorBlocks', { query }, { signal: stop.signal })
        ).items.flatMap(({ rings }) => rings[0] ?? [])
      const bounds = boundsOfPlaces(places)
      if (stop.signal.aborted) return
      shownTo = userId
      const bottomPx = coveredBelowPx()
      if (bounds)
        map.fitBounds(bounds, {
          padding: panelPadding(window.innerWidth, { left: true, bottomPx }),
          maxZoom: 13,
          animate: false,
        })
    }
    // Without an answer the host's own view stays; the list tells what is wrong.
    show().catch((error: unknown) => {
      if (!stop.signal.aborted) console.warn(error)
    })
    return () => stop.abort()
  }, [map, isWanted, accountType, userId])
}
