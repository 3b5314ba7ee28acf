// Money as it crosses the wire: a whole number of the smallest unit, with its currency.
import { currencies } from '@swath/domain/money'
import { AREA_UNITS } from '@swath/domain/units'
import { z } from 'zod'

/** So that a sum of many stays exact. */
export const amountAtMost = 1_000_000_000_000

export const Money = z
  .object({
    amountMinor: z.int().describe('Of the smallest unit of the currency'),
    currency: z.enum(currencies).describe('ISO 4217'),
  })
  .meta({ id: 'Money' })
export type Money = z.infer<typeof Money>

/** The agreed price of one unit of area. */
export const AreaRate = Money.extend({ per: z.enum(AREA_UNITS) }).meta({ id: 'AreaRate' })
export type AreaRate = z.infer<typeof AreaRate>

/** Filled in by a person, of the smallest unit of a currency that is known already. */
export const PositiveAmount = z
  .int()
  .min(1)
  .max(amountAtMost)
  .describe('Of the smallest unit of the currency')
