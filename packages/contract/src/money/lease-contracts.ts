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
    document: z.string().describe('In the language of the person who created it; never changed'),
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
    summary: 'List the contracts of the account as lessor or tenant, newest first',
    query: z.object({ clientId: filter(RentalClientId) }),
    out: z.object({ items: z.array(LeaseContract).describe('200 at most') }),
  }),
  getLeaseContract: route('GET', `${base}/{contractId}`, {
    policy: { screens },
    summary: 'Get a contract with its document as stored',
    params,
    out: LeaseContractDocument,
    errors: ['not_found'],
  }),
  createLeaseContract: route('POST', base, {
    policy: { screens: ['client-list', 'lease-list'], right: 'lease.manage' },
    summary: 'Create a contract with a client at its current prices, to be signed by both sides',
    body: z.object({ clientId: RentalClientId }),
    out: LeaseContractDocument,
    errors: ['not_found', 'forbidden', 'client_not_activated', 'contract_open'],
  }),
  sendSignatureCode: route('POST', `${base}/{contractId}/verifyCode`, {
    personOnly: true,
    policy: sign,
    summary: 'Send the caller a code for signing this contract, by text message or email',
    params,
    out: z.object({ sentTo: z.string().describe('Phone number or email address, masked') }),
    errors: ['not_found', 'forbidden', 'contract_closed', 'message_not_sent', 'too_many_requests'],
  }),
  signLeaseContract: route('POST', `${base}/{contractId}/sign`, {
    personOnly: true,
    policy: sign,
    summary: 'Sign for the account’s side; the contract takes effect with the second signature',
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
    summary: 'Withdraw a contract before its second signature',
    params,
    body: z.object({ version: SeenVersion }),
    out: LeaseContractDocument,
    errors: ['not_found', 'forbidden', 'conflict', 'contract_closed'],
  }),
}
