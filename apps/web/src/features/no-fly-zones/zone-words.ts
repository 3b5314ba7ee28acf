import type { NoFlyZone } from '@swath/contract/no-fly-zones'

// Texts for the codes of the wire.

export const zoneTypes = [1, 2] as const satisfies readonly NoFlyZone['type'][]
export const typeWords: Readonly<Record<NoFlyZone['type'], string>> = {
  1: 'terms:otherDepartment',
  2: 'terms:civilAviation',
}
