// Mistakes that people make with money: entered twice, read by others, counted in the wrong month.
import type { PlantedBug } from './plant.ts'

const features = 'apps/server/src/features'
const ledger = `${features}/ledger`
const billing = `${features}/lease-billing`

const leasing = `${features}/leasing`

export const ledgerBugs: readonly PlantedBug[] = [
  {
    name: 'a flight that is gone keeps its charge: the counter-entry is left out',
    file: `${ledger}/post.ts`,
    find: 'if (!last || last.reversesId !== null) continue',
    replace: 'if (!last || last.reversesId !== null || last.revision === 0) continue',
    tests: [`${billing}/lease-billing.test.ts`],
  },
  {
    name: 'a cause is entered as often as it is told',
    file: `${ledger}/post.queries.ts`,
    find: 'revision: entry.revision,\n        reverses_id',
    replace: 'revision: entry.revision + Math.floor(Math.random() * 1e9),\n        reverses_id',
    tests: [`${ledger}/ledger.test.ts`],
  },
  {
    name: 'a tenant sees the leases of others, with their prices',
    file: `${leasing}/leases.queries.ts`,
    find: "or ${inScope(scope, { owner: 'client.tenant_account_id' })})`)\nconst state",
    replace: 'or client.tenant_account_id is not null)`)\nconst state',
  },
  {
    name: 'a flight that came out otherwise is charged beside what it was charged before',
    file: `${billing}/bill-flights.ts`,
    find: 'if (!isSame && billed && billed.amountMinor !== 0) {',
    replace: 'if (!isSame && billed && billed.amountMinor !== 0 && !wanted) {',
    tests: [`${billing}/lease-billing.test.ts`],
  },
  {
    name: 'the second wall lets a lessor through to all books',
    file: `${ledger}/wall.queries.ts`,
    find: "owner: 'swath_ledger_owner',",
    replace: "owner: 'swath_ledger_operator',",
    tests: [`${ledger}/ledger.test.ts`],
  },
  {
    name: 'a client is found by its number alone',
    file: `${billing}/bill-readers.queries.ts`,
    find: ".where(isRead(reader, { owner: 'client.lessor_account_id', client: 'client.id' }))",
    replace: '',
    tests: [`${billing}/lease-billing.test.ts`],
  },
  {
    name: 'a month is closed without waiting for who is about to enter something',
    file: `${ledger}/post.queries.ts`,
    find: 'where owner_id = ${ownerId} for share of ledger_book`',
    replace: 'where owner_id = ${ownerId}`',
    tests: [`${ledger}/ledger.test.ts`],
  },
  {
    name: 'what belongs to a closed month is entered in it',
    file: `${ledger}/post.queries.ts`,
    find: 'return months.map((month) => chooseMonth(month, closedUntil))',
    replace: 'return months.map((month) => (closedUntil === null ? month : month))',
    tests: [`${ledger}/ledger.test.ts`],
  },
  {
    name: 'a recharge counts each time that it is confirmed',
    file: `${billing}/recharge-payments.ts`,
    find: "cause: { kind: 'recharge', id: row.id },",
    replace: "cause: { kind: 'recharge', id: `${row.id} ${Math.random()}` },",
    tests: [`${billing}/billing-properties.test.ts`],
  },
]
