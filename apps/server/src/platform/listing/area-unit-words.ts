import type { Label } from '@swath/contract/list'
import type { AreaUnit } from '@swath/domain/units'

export const areaUnitLabels = {
  mu: 'terms:mu',
  acre: 'terms:acres',
  hectare: 'terms:ha',
  rai: 'terms:rai',
} as const satisfies Record<AreaUnit, Label>
