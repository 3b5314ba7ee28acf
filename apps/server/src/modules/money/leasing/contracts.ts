// The contract between lessor and tenant: created once, and signed by each with a separate code. It
// can be withdrawn before the second signature.
import { createHash } from 'node:crypto'
import type { LeaseContract, LeaseContractDocument } from '@swath/contract/money/lease-contracts'
import type { leasingRoutes } from '@swath/contract/money/leasing'
import type { Caller } from '@swath/domain/access/caller'
import { zoneDay } from '@swath/domain/zone-days'
import { readPlace } from '../../../platform/auth/device-cookie.ts'
import { findPersonById } from '../../../platform/auth/people.queries.ts'
import { codeLifeS, type CodeFor } from '../../../platform/auth/verification-codes.ts'
import type { RowKind } from '../../../platform/change/change.ts'
import { tx, type Db, type Tx } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import type { Handlers, SignedInContext } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { masked } from '../../people/public.ts'
import { managesAs } from './client-presenters.ts'
import { lockClient } from './clients.queries.ts'
import { composeContract } from './contract-document.ts'
import {
  findContract,
  findParty,
  insertContract,
  listContracts,
  lockContract,
  writeContract,
  type ContractRow,
} from './contracts.queries.ts'
import type { Deps } from './leasing-deps.ts'

type Calls = Handlers<typeof leasingRoutes>
type Side = 'lessor' | 'tenant'

const stateOf = (row: ContractRow): LeaseContract['state'] => {
  if (row.withdrawn_at !== null) return 'withdrawn'
  if (row.lessor_signed_at !== null && row.tenant_signed_at !== null) return 'signed'
  if (row.lessor_signed_at !== null) return 'lessorSigned'
  return row.tenant_signed_at === null ? 'unsigned' : 'tenantSigned'
}

/** The side for which a person may sign; null: none. */
const sideOf = (caller: Caller, row: ContractRow): Side | null =>
  managesAs(caller, 'lease.manage', row.lessor_account_id)
    ? 'lessor'
    : row.tenant_account_id !== null && managesAs(caller, 'lease.manage', row.tenant_account_id)
      ? 'tenant'
      : null

const hasSigned = (row: ContractRow, side: Side): boolean => row[`${side}_signed_at`] !== null

const isToBeSigned = (row: ContractRow): boolean =>
  ['unsigned', 'lessorSigned', 'tenantSigned'].includes(stateOf(row))

const contractKind: RowKind<ContractRow, 'sign' | 'withdraw'> = {
  type: 'lease-contract',
  lock: (trx, { caller }, id) => lockContract(trx, caller, id),
  refusal: ({ caller }, row, ability) => {
    const side = sideOf(caller, row)
    if (side === null) return 'forbidden'
    if (!isToBeSigned(row)) return 'contract_closed'
    return ability === 'sign' && hasSigned(row, side) ? 'contract_closed' : null
  },
  identify: ({ id, client_name: name }) => ({ id, name }),
  readVersion: ({ version }) => version,
}

const signature = (row: ContractRow, side: Side) => {
  const at = row[`${side}_signed_at`]
  return at === null ? null : { at: at.toISOString(), userName: row[`${side}_signer_name`] ?? '' }
}

const present = (row: ContractRow, caller: Caller): LeaseContract => {
  const side = sideOf(caller, row)
  const waits = isToBeSigned(row)
  return {
    contractId: row.id,
    clientId: String(row.client_id),
    clientName: row.client_name,
    lessorAccountName: row.lessor_name,
    tenantAccountName: row.tenant_name,
    state: stateOf(row),
    lessorSignature: signature(row, 'lessor'),
    tenantSignature: signature(row, 'tenant'),
    createdAt: row.created_at.toISOString(),
    withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
    version: row.version,
    can: {
      sign: waits && side !== null && !hasSigned(row, side),
      withdraw: waits && side !== null,
    },
  }
}

const readContract = async (
  from: Db | Tx,
  caller: Caller,
  id: string,
): Promise<LeaseContractDocument> => {
  const row = (await findContract(from, caller, id)) ?? fail('not_found')
  return {
    ...present(row, caller),
    document: row.document,
    documentHash: row.document_hash.toString('hex'),
  }
}

type PartyRow = Awaited<ReturnType<typeof findParty>>
const toParty = (row: PartyRow) => ({
  name: row.name,
  contact: row.contact_name ?? '',
  number: row.credit_code ?? '',
  address: row.contact_address ?? '',
})

const createLeaseContract =
  ({ clock, record }: Deps): Calls['createLeaseContract'] =>
  ({ body: { clientId } }, context) =>
    record(context, async (trx, now) => {
      const { caller, language } = context
      const client = (await lockClient(trx, caller.scope, clientId)) ?? fail('not_found')
      if (!managesAs(caller, 'lease.manage', client.lessor_account_id)) fail('forbidden')
      if (client.tenant_account_id === null) return fail('client_not_activated')
      const lessor = await findParty(trx, client.lessor_account_id)
      const tenant = await findParty(trx, client.tenant_account_id)
      const document = composeContract(
        {
          day: zoneDay(lessor.time_zone, now.getTime()),
          lessor: toParty(lessor),
          tenant: toParty(tenant),
          currency: client.currency,
          muUnitPriceMinor: client.mu_unit_price_minor,
          hourUnitPriceMinor: client.hour_unit_price_minor,
          locksWhenEmpty: client.locks_when_empty,
          graceMinor: client.grace_minor,
        },
        language,
      )
      const hash = createHash('sha256').update(document).digest()
      const id = uuidv7(clock.now())
      return {
        action: 'lease-contract.create',
        object: { type: 'lease-contract', id, name: client.name },
        details: { documentHash: hash.toString('hex') },
        write: async () => {
          const isMade = await insertContract(trx, {
            id,
            client_id: client.id,
            lessor_account_id: client.lessor_account_id,
            language,
            document,
            document_hash: hash,
            lessor_signer_id: null,
            lessor_signer_name: null,
            tenant_signer_id: null,
            tenant_signer_name: null,
            created_at: now,
          })
          if (!isMade) fail('contract_open')
        },
        answer: () => readContract(trx, caller, id),
      }
    })

/** The purpose of a signature's code, which is valid for this contract only. */
const codeFor = (login: string, contractId: string, host: string): CodeFor => ({
  recipient: `${login} ${contractId}`,
  purpose: 4,
  host,
})

const findSigner = async (db: Db, userId: string) => {
  const person = await findPersonById(db, userId)
  if (!person) return fail('message_not_sent')
  const login = person.phone ?? person.email ?? fail('message_not_sent')
  return {
    login,
    channel: person.phone === null ? ('mail' as const) : ('sms' as const),
    shown: masked(person),
  }
}

const sendSignatureCode =
  ({ db, codes, messages, themes, throttle }: Deps): Calls['sendSignatureCode'] =>
  async ({ params: { contractId } }, context) => {
    const { caller, host, language } = context
    const row = (await findContract(db, caller, contractId)) ?? fail('not_found')
    const refusal = contractKind.refusal(context, row, 'sign')
    if (refusal) fail(refusal)
    const { login, channel, shown } = await findSigner(db, caller.userId)
    if (!messages.accepts(channel)) fail('message_not_sent')
    const retryAfterS = await throttle.admitCodeRequest(login, readPlace(context))
    if (retryAfterS !== null) fail('too_many_requests', { retryAfterS })
    const code = await codes.issue(codeFor(login, contractId, host), { sent: true })
    messages.send({
      channel,
      to: login,
      template: 'signatureCode',
      language,
      values: {
        product: (await themes.of(host)).productName,
        host,
        lessor: row.lessor_name,
        code,
        minutes: String(codeLifeS / 60),
      },
    })
    return { sentTo: shown }
  }

/**
 * Called before the row is locked: a wrong code counts as an attempt even if signing fails
 * otherwise.
 */
const checkCode = async (
  { db, codes, throttle }: Deps,
  contractId: string,
  verifyCode: string,
  context: SignedInContext,
): Promise<CodeFor> => {
  const { login } = await findSigner(db, context.caller.userId)
  const admission = await throttle.admitCodeTry(login, 4, readPlace(context))
  if (!admission.admitted) return fail('too_many_requests', { retryAfterS: admission.retryAfterS })
  const forWhat = codeFor(login, contractId, context.host)
  const outcome = await codes.try(forWhat, verifyCode)
  if (outcome !== 'wrong') await admission.undo(outcome)
  return outcome === 'right' ? forWhat : fail('code_wrong')
}

const signLeaseContract =
  (deps: Deps): Calls['signLeaseContract'] =>
  async ({ params: { contractId: id }, body: { verifyCode, version } }, context) => {
    const { caller } = context
    // Callers without the right to sign get no code.
    await tx(deps.db, async (trx) => {
      const row = (await contractKind.lock(trx, context, id)) ?? fail('not_found')
      const refusal = contractKind.refusal(context, row, 'sign')
      if (refusal) fail(refusal)
    })
    const forWhat = await checkCode(deps, id, verifyCode, context)
    return deps.change(
      context,
      contractKind,
      { id, version, to: 'sign', action: 'lease-contract.sign' },
      async (trx, row, now) => {
        const side = sideOf(caller, row) ?? fail('forbidden')
        return {
          details: { side, documentHash: row.document_hash.toString('hex') },
          write: async () => {
            if (!(await deps.codes.use(trx, forWhat, verifyCode))) fail('code_wrong')
            await writeContract(trx, id, {
              [`${side}_signed_at`]: now,
              [`${side}_signer_id`]: caller.userId,
              [`${side}_signer_name`]: caller.userName,
            })
          },
          answer: () => readContract(trx, caller, id),
        }
      },
    )
  }

const withdrawLeaseContract =
  ({ change }: Deps): Calls['withdrawLeaseContract'] =>
  ({ params: { contractId: id }, body: { version } }, context) =>
    change(
      context,
      contractKind,
      { id, version, to: 'withdraw', action: 'lease-contract.withdraw' },
      async (trx, _row, now) => ({
        write: () => writeContract(trx, id, { withdrawn_at: now }),
        answer: () => readContract(trx, context.caller, id),
      }),
    )

export const contractHandlers = (deps: Deps) => ({
  listLeaseContracts: (async ({ query }, { caller }) => ({
    items: (await listContracts(deps.readDb, caller, query.clientId)).map((row) =>
      present(row, caller),
    ),
  })) satisfies Calls['listLeaseContracts'],
  getLeaseContract: (({ params }, { caller }) =>
    readContract(deps.readDb, caller, params.contractId)) satisfies Calls['getLeaseContract'],
  createLeaseContract: createLeaseContract(deps),
  sendSignatureCode: sendSignatureCode(deps),
  signLeaseContract: signLeaseContract(deps),
  withdrawLeaseContract: withdrawLeaseContract(deps),
})
