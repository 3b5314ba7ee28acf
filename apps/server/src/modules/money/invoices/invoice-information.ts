// The account's details for its invoices.
import type { InvoiceInfo, InvoiceParty, invoiceRoutes } from '@swath/contract/money/invoices'
import type { Caller } from '@swath/domain/access/caller'
import type { Changes } from '../../../platform/change/change.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Services } from '../../../platform/services.ts'
import {
  findInformation,
  lockInformation,
  putInformation,
  type InformationRow,
} from './invoices.queries.ts'

type Calls = Handlers<typeof invoiceRoutes>

export const toParty = (row: InformationRow): InvoiceParty => ({
  ticketType: row.ticket_type,
  busiName: row.business_name,
  taxNum: row.tax_number,
  regAddress: row.registered_address,
  contactPhone: row.contact_phone,
  bank: row.bank,
  bankAccount: row.bank_account,
  getterPhone: row.getter_phone,
  getterName: row.getter_name,
  getterAddress: row.getter_address,
})

const toColumns = (party: InvoiceParty) => ({
  ticket_type: party.ticketType,
  business_name: party.busiName,
  tax_number: party.taxNum,
  registered_address: party.regAddress,
  contact_phone: party.contactPhone,
  bank: party.bank,
  bank_account: party.bankAccount,
  getter_phone: party.getterPhone,
  getter_name: party.getterName,
  getter_address: party.getterAddress,
})

const read = async (
  db: Db | Tx,
  { accountId, accountName, rights }: Caller,
): Promise<InvoiceInfo> => {
  const row = await findInformation(db, accountId)
  const nothing: InvoiceParty = {
    ticketType: 1,
    busiName: accountName,
    taxNum: '',
    regAddress: '',
    contactPhone: '',
    bank: '',
    bankAccount: '',
    getterPhone: '',
    getterName: '',
    getterAddress: '',
  }
  return {
    ...(row ? toParty(row) : nothing),
    version: row?.version ?? null,
    can: { update: rights.includes('account.manage') },
  }
}

export const getInvoiceInfo =
  ({ db }: Services): Calls['getInvoiceInfo'] =>
  (_input, { caller }) =>
    read(db, caller)

export const updateInvoiceInfo =
  ({ record }: Changes): Calls['updateInvoiceInfo'] =>
  ({ body: { version, ...party } }, context) =>
    record(context, async (trx, now) => {
      const { caller } = context
      const before = await lockInformation(trx, caller.accountId)
      if (version !== undefined && version !== before?.version) fail('conflict')
      return {
        action: 'invoice-information.update',
        object: { type: 'invoice-information', id: caller.accountId, name: party.busiName },
        ...(before ? { before: toParty(before) } : {}),
        after: party,
        write: () => putInformation(trx, caller.accountId, toColumns(party), now),
        answer: () => read(trx, caller),
      }
    })
