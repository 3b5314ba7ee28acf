// Contracts that lessor and tenant sign (decisions on leasing), shown as stored, with their hash.
import { z } from 'zod'
import { RowVersion, SeenVersion, Time, filter } from '../fields.ts'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { RentalClientId, leasingBase } from './leasing-fields.ts'

const route = routeWithTag('Leasing')
const base = `${leasingBase}/signs`
const screens = ['client-list', 'lease-list', 'operator-data-stat'] as const
const sign = { screens, right: 'lease.manage' } as const

export const contractStates = [
  'unsigned',
  'lessorSigned',
  'tenantSigned',
  'signed',
  'withdrawn',
] as const

const Signature = z.object({ at: Time, userName: z.string() })
const contractFields = {
  contractId: id('leaseContract'),
  clientId: RentalClientId,
  clientName: z.string(),
  lessorAccountName: z.string(),
  tenantAccountName: z.string().nullable(),
  state: z.enum(contractStates),
  lessorSignature: Signature.nullable(),
  tenantSignature: Signature.nullable(),
  createdAt: Time,
  withdrawnAt: Time.nullable(),
  version: RowVersion,
  can: z.object({ sign: z.boolean(), withdraw: z.boolean() }),
}
export const LeaseContract = z.object(contractFields).meta({ id: 'LeaseContract' })
export type LeaseContract = z.infer<typeof LeaseContract>

export const LeaseContractDocument = z
  .object({
    ...contractFields,
    document: z.string().describe('In the language of whoever made it; never changed'),
    documentHash: z.string().describe('SHA-256 of the document in UTF-8, hexadecimal'),
  })
  .meta({ id: 'LeaseContractDocument' })
export type LeaseContractDocument = z.infer<typeof LeaseContractDocument>

const params = z.object({ contractId: id('leaseContract') })
export const ContractSignature = z.object({
  verifyCode: z.string().regex(/^\d{6}$/, 'verifyCode'),
  version: SeenVersion,
})

export const leaseContractRoutes = {
  listLeaseContracts: route('GET', base, {
    policy: { screens },
    summary: 'Contracts of the account as lessor or as tenant, newest first',
    query: z.object({ clientId: filter(RentalClientId) }),
    out: z.object({ items: z.array(LeaseContract).describe('200 at most') }),
  }),
  getLeaseContract: route('GET', `${base}/{contractId}`, {
    policy: { screens },
    summary: 'A contract as it is kept',
    params,
    out: LeaseContractDocument,
    errors: ['not_found'],
  }),
  createLeaseContract: route('POST', base, {
    policy: { screens: ['client-list', 'lease-list'], right: 'lease.manage' },
    summary: 'Draw up the contract with a client at its prices of today, to be signed by both',
    body: z.object({ clientId: RentalClientId }),
    out: LeaseContractDocument,
    errors: ['not_found', 'forbidden', 'client_not_activated', 'contract_open'],
  }),
  sendSignatureCode: route('POST', `${base}/{contractId}/verifyCode`, {
    policy: sign,
    summary: 'A code for one’s own signature under this contract, to one’s own phone or mailbox',
    params,
    out: z.object({ sentTo: z.string().describe('Masked') }),
    errors: ['not_found', 'forbidden', 'contract_closed', 'message_not_sent', 'too_many_requests'],
  }),
  signLeaseContract: route('POST', `${base}/{contractId}/sign`, {
    policy: sign,
    summary: 'Sign for the own side; with the second signature the contract holds',
    params,
    body: ContractSignature,
    out: LeaseContractDocument,
    errors: [
      'not_found',
      'forbidden',
      'conflict',
      'contract_closed',
      'code_wrong',
      'too_many_requests',
    ],
  }),
  withdrawLeaseContract: route('POST', `${base}/{contractId}/withdraw`, {
    policy: sign,
    summary: 'Take a contract back before the second signature',
    params,
    body: z.object({ version: SeenVersion }),
    out: LeaseContractDocument,
    errors: ['not_found', 'forbidden', 'conflict', 'contract_closed'],
  }),
}
