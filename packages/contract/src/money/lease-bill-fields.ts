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
  .describe('sortie: charge for a flight; adjustment: credit from the lessor')
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

/** Each client has a prepaid account and a deposit account. */
export const BillAccount = z.enum(['prepaid', 'deposit'])

export const Side = filter(z.enum(['lessor', 'tenant'])).describe(
  'Side whose data is read; absent: lessor if the account lends drones, otherwise tenant',
)

export const Month = z
  .string()
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/)
  .describe('YYYY-MM, in the lessor’s time zone')

export const LedgerLineId = naming(
  'ledgerLine',
  z
    .string()
    .regex(/^[1-9]\d{0,14}-[1-9]$/)
    .describe('Number of the entry and of its line, separated by a hyphen'),
)
