// Fields shared by the leasing calls (specification, sections 3 and 7: Rental).
import { currencies } from '@swath/domain/money'
import { z } from 'zod'
import { Mu } from '../fields.ts'
import { naming } from '../ids.ts'

export const leasingBase = '/api/rental/rental'

const countedId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .describe('Positive integer as a string')
export const RentalClientId = naming('rentalClient', countedId.clone())
export const LeaseId = naming('lease', countedId.clone())

export const rentalModelCodes = ['1', '2', '3', '5'] as const
export const RentalModelCode = z
  .literal([1, 2, 3, 5])
  .describe('1 charged per mu, 2 charged per hour of flight, 3 either, 5 shared drone')
export type RentalModelCode = z.infer<typeof RentalModelCode>
export const rentalModelLabels = {
  1: 'leasing:modelMu',
  2: 'leasing:modelTime',
  3: 'leasing:modelEither',
  5: 'leasing:modelShared',
} as const

export const CurrencyCode = z.enum(currencies).describe('ISO 4217')
/** Above this limit a sum of many could exceed the integers that a number represents exactly. */
const minorAtMost = 1_000_000_000_000
export const MinorAmount = z
  .int()
  .min(-minorAtMost)
  .max(minorAtMost)
  .describe('Amount in the smallest unit of the currency')
const UnitPrice = z.int().min(0).max(1_000_000_000)
export const prices = {
  currency: CurrencyCode,
  muUnitPrice: UnitPrice.describe('Price per covered mu, in the smallest unit of the currency'),
  durationPrice: UnitPrice.describe(
    'Price per hour of flight, in the smallest unit of the currency',
  ),
}
export const ChargeBy = z.enum(['mu', 'hour'])
export type ChargeBy = z.infer<typeof ChargeBy>

/** Flight figures of leases. */
export const leaseFigures = {
  sortieCount: z.int(),
  coveredArea: Mu,
  flightTime: z.number().describe('Seconds'),
}
