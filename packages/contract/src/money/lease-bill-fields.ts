// Fields shared by the calls about the money of leases.
import { z } from 'zod'
import { filter } from '../fields.ts'
import { naming } from '../ids.ts'
import { leasingBase } from './leasing-fields.ts'

export const billTag = 'Lease bills'
export const billScreens = ['bill-list'] as const
export const billBase = `${leasingBase}/bills`

export const billKinds = [
  'sortie',
  'recharge',
  'refund',
  'deposit',
  'deposit_return',
  'damage',
  'idle',
  'adjustment',
] as const
export const BillKind = z
  .enum(billKinds)
  .describe('sortie: a deduction for a flight; adjustment: what the lessor credits')
export type BillKind = z.infer<typeof BillKind>

export const billKindLabels = {
  sortie: 'lease-billing:kindSortie',
  recharge: 'lease-billing:kindRecharge',
  refund: 'lease-billing:kindRefund',
  deposit: 'lease-billing:kindDeposit',
  deposit_return: 'lease-billing:kindDepositReturn',
  damage: 'lease-billing:kindDamage',
  idle: 'lease-billing:kindIdle',
  adjustment: 'lease-billing:kindAdjustment',
} as const

/** A client has two accounts. */
export const BillAccount = z.enum(['prepaid', 'deposit'])

export const Side = filter(z.enum(['lessor', 'tenant'])).describe(
  'As whom the account reads; absent: as lessor where it lends, else as tenant',
)

export const Month = z
  .string()
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/)
  .describe('YYYY-MM, of the zone of the lessor')

export const LedgerLineId = naming(
  'ledgerLine',
  z
    .string()
    .regex(/^[1-9]\d{0,14}-[1-9]$/)
    .describe('Entry and line'),
)
