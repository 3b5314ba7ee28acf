import type { NoFlyZone } from '@swath/contract/land/no-fly-zones'
import { useMemo } from 'react'
import { useListedOnMap } from '../../../ui/listed-on-map.ts'
import { mapShape } from './zone-draft.ts'
import { toMapZone } from './zone-layer.tsx'

/** Shows the zones of a list on the map; returns a function that moves the map to one. */
export const useZonesOnMap = (rows: readonly NoFlyZone[] | undefined) => {
  const items = useMemo(() => (rows ?? []).map(toMapZone), [rows])
  const goToShape = useListedOnMap(items)
  return { items, goTo: (zone: NoFlyZone) => goToShape(mapShape(zone.shape)) }
}
