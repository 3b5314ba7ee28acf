import { noFlyZoneList, type NoFlyZone } from '@swath/contract/no-fly-zones'

// Texts for the codes of the wire.

export const zoneTypes = [1, 2] as const satisfies readonly NoFlyZone['type'][]
export const typeLabels = noFlyZoneList.columns.type.words
