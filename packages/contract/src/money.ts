// Money in the API: an integer amount in the smallest unit of its currency.
import { currencies } from '@swath/domain/money'
import { AREA_UNITS } from '@swath/domain/units'
import { z } from 'zod'

/** Limits amounts so that sums of many remain exact. */
export const amountAtMost = 1_000_000_000_000

export const Money = z
  .object({
    amountMinor: z.int().describe('Amount in the smallest unit of the currency'),
    currency: z.enum(currencies).describe('ISO 4217 currency code'),
  })
  .meta({ id: 'Money' })
export type Money = z.infer<typeof Money>

/** The agreed price of one unit of area. */
export const AreaRate = Money.extend({ per: z.enum(AREA_UNITS) }).meta({ id: 'AreaRate' })
export type AreaRate = z.infer<typeof AreaRate>

/** An amount entered by a user, in the smallest unit of a currency known from the context. */
export const PositiveAmount = z
  .int()
  .min(1)
  .max(amountAtMost)
  .describe('Amount in the smallest unit of the currency')
