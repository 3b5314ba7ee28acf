import type { Label } from '@swath/contract/list'
import type { AreaUnit } from '@swath/domain/units'
import type { WordKey } from '../http/messages.ts'

export const areaUnitWords = {
  mu: 'terms:mu',
  acre: 'terms:acres',
  hectare: 'terms:ha',
  rai: 'terms:rai',
} as const satisfies Record<AreaUnit, WordKey>

export const areaUnitLabels = {
  mu: 'terms:mu',
  acre: 'terms:acres',
  hectare: 'terms:ha',
  rai: 'terms:rai',
} as const satisfies Record<AreaUnit, Label>
