import type { Label } from '@swath/contract/list'
import type { AreaUnit } from '@swath/domain/units'
import type { WordKey } from '../http/messages.ts'

export const areaUnitWords = {
  mu: 'server:unit.mu',
  acre: 'server:unit.acre',
  hectare: 'server:unit.hectare',
  rai: 'server:unit.rai',
} as const satisfies Record<AreaUnit, WordKey>

export const areaUnitLabels = {
  mu: 'ui:unitMu',
  acre: 'ui:unitAcre',
  hectare: 'ui:unitHectare',
  rai: 'ui:unitRai',
} as const satisfies Record<AreaUnit, Label>
