import type { LeaseContract } from '@swath/contract/money/lease-contracts'
import type { Lease } from '@swath/contract/money/leases'
import type { RentalClient } from '@swath/contract/money/rental-clients'

const base = '/leasing_business'
export const clientPath = (clientId: string): string =>
  `${base}/client-list?open=${encodeURIComponent(clientId)}`
export const clientChartPath = (clientId: string): string =>
  `${base}/client-list/${encodeURIComponent(clientId)}/chart`
export const contractPath = (contractId: string): string => `${base}/contract/${contractId}`
export const activationPath = `${base}/activation`
export const sharedDronePath = (token: string): string => `${base}/shared-drone/${token}`

export const clientTones = { 0: undefined, 1: 'waiting', 2: 'good' } as const satisfies Record<
  RentalClient['status'],
  unknown
>
export const leaseTones = {
  open: 'good',
  returned: undefined,
  cancelled: undefined,
} as const satisfies Record<Lease['state'], unknown>

export const contractLabels = {
  unsigned: 'leasing:contractUnsigned',
  lessorSigned: 'leasing:contractLessorSigned',
  tenantSigned: 'leasing:contractTenantSigned',
  signed: 'leasing:contractSigned',
  withdrawn: 'leasing:contractWithdrawn',
} as const satisfies Record<LeaseContract['state'], string>
export const contractTones = {
  unsigned: 'waiting',
  lessorSigned: 'waiting',
  tenantSigned: 'waiting',
  signed: 'good',
  withdrawn: undefined,
} as const satisfies Record<LeaseContract['state'], unknown>
