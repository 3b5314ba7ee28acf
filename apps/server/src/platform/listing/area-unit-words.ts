import type { AreaUnit } from '@swath/domain/units'
import type { WordKey } from '../http/messages.ts'

export const areaUnitWords = {
  mu: 'server:unit.mu',
  acre: 'server:unit.acre',
  hectare: 'server:unit.hectare',
  rai: 'server:unit.rai',
} as const satisfies Record<AreaUnit, WordKey>
