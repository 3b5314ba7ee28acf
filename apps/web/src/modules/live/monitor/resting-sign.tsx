import type { LngLat } from '@swath/domain/lng-lat'
import { useMemo } from 'react'
import { useMapLayer } from '../../../map/map-context.ts'
import { flightColors } from '../../../lib/theme.ts'
import { liveConnection } from '../../../lib/live/live.ts'
import { useLiveTick } from '../../../lib/live/live-tick.ts'
import { buildRing } from './place-ring.ts'

/**
 * Shows the selected drone at its last known position while it has no live position: lists and
 * links can also select offline drones.
 */
export const RestingSign = ({ droneId, place }: { droneId: string; place: LngLat }) => {
  const isShown = liveConnection.store.read(droneId, useLiveTick()) !== null
  const [lng, lat] = place
  useMapLayer(
    useMemo(
      () =>
        isShown
          ? null
          : buildRing({
              id: 'resting',
              place: [lng, lat],
              colour: flightColors.offline,
              radiusPx: 19,
              hasDot: true,
            }),
      [isShown, lng, lat],
    ),
  )
  return null
}
