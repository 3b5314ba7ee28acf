// The invoices in the world of the sweep, one for each account.
import { accountNames, idsFor } from '../../../sweep/testing-world.ts'

export const invoiceIds = idsFor(accountNames)
