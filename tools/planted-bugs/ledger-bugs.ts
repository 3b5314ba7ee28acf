// Bugs with money: entered twice, read by others, counted in the wrong month.
import type { PlantedBug } from './plant.ts'

const modules = 'apps/server/src/modules'
const ledger = `${modules}/money/ledger`
const billing = `${modules}/money/lease-billing`

const leasing = `${modules}/money/leasing`
const posting = 'apps/server/migrations/0007_money.sql'

export const ledgerBugs: readonly PlantedBug[] = [
  {
    name: 'a flight that is gone keeps its charge: the counter-entry is left out',
    file: `${ledger}/post.ts`,
    find: 'if (!last || last.reversesId !== null) continue',
    replace: 'if (!last || last.reversesId !== null || last.revision === 0) continue',
    tests: [`${billing}/lease-billing.test.ts`],
  },
  {
    name: 'a cause is entered as often as it is reported',
    file: `${ledger}/post.queries.ts`,
    find: '${each(({ revision }) => revision)}::integer[],',
    replace: '${each(({ revision }) => revision + Math.floor(Math.random() * 1e9))}::integer[],',
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
    name: 'row-level security shows a lessor all books',
    file: `${ledger}/row-security.queries.ts`,
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
    file: posting,
    find: 'where held.owner_id = book for share of held;',
    replace: 'where held.owner_id = book;',
    tests: [`${ledger}/ledger.test.ts`],
  },
  {
    name: 'what belongs to a closed month is entered in it',
    file: posting,
    find: 'case when own.month <= closed then',
    replace: 'case when own.month < closed then',
    tests: [`${ledger}/ledger.test.ts`],
  },
  {
    name: 'a recharge counts each time that it is confirmed',
    file: `${billing}/recharge-payments.ts`,
    find: "cause: { kind: 'recharge', id: row.id },",
    replace: "cause: { kind: 'recharge', id: `${row.id} ${Math.random()}` },",
    tests: [`${billing}/billing-properties.test.ts`],
  },
  {
    name: 'more goes back to a client than it still has',
    file: `${billing}/refund-recharges.ts`,
    find: 'return Math.min(left, await balanceOf(trx, prepaidOf(row)))',
    replace: 'return left',
    tests: [`${billing}/lease-billing.test.ts`],
  },
  {
    name: 'of two refunds at once each takes what the other takes',
    file: `${billing}/refund-recharges.ts`,
    find: 'await holdClient(trx, row.client_id)',
    replace: 'void holdClient',
    tests: [`${billing}/lease-billing.test.ts`],
  },
  {
    name: 'a recharge goes back as often as somebody asks for it',
    file: `${billing}/refund-recharges.ts`,
    find: '{ refunded_minor: row.refunded_minor + amountMinor }',
    replace: '{ refunded_minor: amountMinor }',
    tests: [`${billing}/lease-billing.test.ts`],
  },
  {
    name: 'who asks for a recharge confirms it, too',
    file: `${billing}/recharges.ts`,
    find: "return keepsBooksOf(caller, row.lessor_id) || (step === 'withdraw' && isPayer)",
    replace: 'return keepsBooksOf(caller, row.lessor_id) || isPayer',
    tests: [`${billing}/lease-billing.test.ts`],
  },
  {
    name: 'what a person enters counts as often as their browser sends it',
    file: `${billing}/enter-bill.ts`,
    find: 'const cause = { kind, id: `${client.id} ${requestId}` }',
    replace: 'const cause = { kind, id: `${client.id} ${requestId} ${Math.random()}` }',
    tests: [`${billing}/lease-billing.test.ts`],
  },
  {
    name: 'balances are of all clients of the country',
    file: `${billing}/bills.queries.ts`,
    find: ".where(isRead(reader, { owner: 'client.lessor_account_id', client: 'client.id' }))",
    replace: '',
  },
  {
    name: 'a tenant sees what others pay ahead',
    file: `${billing}/recharges.queries.ts`,
    find: ".where(isRead(reader, { owner: 'recharge.lessor_id', client: 'recharge.client_id' }))",
    replace: '',
  },
  {
    name: 'a tenant sees what others flew on leases, and for how much',
    file: `${billing}/work-records.queries.ts`,
    find: ".where(isRead(reader, { owner: 'record.lessor_id', client: 'record.client_id' }))",
    replace: '',
    // In lists, row-level security hides it; decisions are read before that.
    tests: [`${billing}/lease-billing.test.ts`],
  },
  {
    name: 'a drone of bills is found in the books of others',
    file: posting,
    find: "policy of_owner on ledger_drone for select to swath_ledger_owner using (owner_id = any (string_to_array(current_setting('swath.ledger', true), ',')::uuid[]));",
    replace: 'policy of_owner on ledger_drone for select to swath_ledger_owner using (true);',
    tests: [`${ledger}/ledger.test.ts`],
  },
  {
    name: 'a balance forgets what waits to be added up',
    file: `${ledger}/balances.queries.ts`,
    find: 'coalesce((select sum(amount_minor) from ledger_pending pending',
    replace: 'coalesce((select 0 * sum(amount_minor) from ledger_pending pending',
    tests: [`${billing}/lease-billing.test.ts`],
  },
  {
    name: 'halves are rounded up, as at school',
    file: 'packages/domain/src/money.ts',
    find: 'const isUp = twice > under || (twice === under && down % 2n !== 0n)',
    replace: 'const isUp = twice >= under',
    tests: ['packages/domain/src/money.test.ts'],
  },
]
