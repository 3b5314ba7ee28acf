// A client's monthly statement: opening balance, lines and closing balance, so that an accountant
// can add it up.
import type { leaseBillRoutes, Statement } from '@swath/contract/money/lease-bills'
import { billKinds, billKindLabels } from '@swath/contract/money/lease-bill-fields'
import type { Caller } from '@swath/domain/access/caller'
import { monthAfter } from '@swath/domain/ledger'
import type { Currency, Money } from '@swath/domain/money'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { labelsIn } from '../../../platform/http/messages.ts'
import { areaUnitLabels } from '../../../platform/listing/area-unit-words.ts'
import { figure, type Cell } from '../../../platform/listing/csv.ts'
import { inParts } from '../../../platform/listing/in-parts.ts'
import { moneyCell } from '../../../platform/listing/list-file.ts'
import { tableStream } from '../../../platform/listing/table.ts'
import type { Services } from '../../../platform/services.ts'
import { readWithRowSecurity, type LedgerReader } from '../ledger/row-security.queries.ts'
import { readBook } from '../ledger/seal.queries.ts'
import { standingsOfClient, type ClientStanding } from '../ledger/balances.queries.ts'
import { findClient, findReaders, type ClientFacts } from './bill-readers.queries.ts'
import {
  linesOfMonth,
  monthsOfClient,
  sumKindsOfMonth,
  type BillRow,
  type KindSum,
} from './bills.queries.ts'
import { presentBill } from './present-bill.ts'

type Asked = { clientId: string; month: string }

/** Maximum number of lines on a page; the file has all of them. */
const linesShown = 2_000

/** Lines per batch of a file. */
const linesAtOnce = 500

type Account = { reader: LedgerReader; client: ClientFacts; timeZone: string; isClosed: boolean }

const findAccount = async (
  db: Db,
  caller: Caller,
  { clientId, month }: Asked,
): Promise<Account> => {
  for (const reader of await findReaders(db, caller)) {
    const client = await findClient(db, [reader], Number(clientId))
    if (!client) continue
    const { closedUntil, timeZone } = await readBook(db, client.lessor_account_id)
    const isClosed = closedUntil !== null && `${month}-01` <= closedUntil
    return { reader, client, timeZone, isClosed }
  }
  return fail('not_found')
}

const bookOf = ({ id: clientId, lessor_account_id: ownerAccountId }: ClientFacts) => ({
  ownerAccountId,
  clientId,
})

/** The currency of its prices first, then each other one in which it ever had money. */
const currenciesOf = (client: ClientFacts, standings: readonly ClientStanding[]): Currency[] => [
  ...new Set([client.currency, ...standings.map(({ currency }) => currency)]),
]

const sumKinds = (rows: readonly BillRow[]): KindSum[] =>
  [...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, some]) => ({
    kind,
    count: some.length,
    amountMinor: some.reduce((sum, { amount_minor: amount }) => sum + amount, 0),
  }))

/** The lines shown, and the month's totals by kind. */
const readLines = async (
  tx: Tx,
  { reader, client }: Pick<Account, 'reader' | 'client'>,
  accountId: number | undefined,
  month: string,
): Promise<{ rows: BillRow[]; sums: KindSum[] }> => {
  if (accountId === undefined) return { rows: [], sums: [] }
  const asked = { accountId, month, client }
  const rows = await linesOfMonth(tx, reader, asked, undefined, linesShown + 1)
  return rows.length <= linesShown
    ? { rows, sums: sumKinds(rows) }
    : { rows: rows.slice(0, linesShown), sums: await sumKindsOfMonth(tx, { accountId, month }) }
}

/** The month in one currency. */
const readCurrency = async (
  tx: Tx,
  account: Pick<Account, 'reader' | 'client'>,
  { currency, month }: { currency: Currency; month: string },
  standings: readonly ClientStanding[],
) => {
  const find = (wanted: ClientStanding['purpose']): ClientStanding | undefined =>
    standings.find((one) => one.purpose === wanted && one.currency === currency)
  const money = (amountMinor: number): Money => ({ amountMinor, currency })
  const prepaid = find('prepaid')
  const opening = prepaid?.balance ?? 0
  const { rows, sums } = await readLines(tx, account, prepaid?.accountId, month)
  let balance = opening
  return {
    edges: {
      currency,
      opening,
      closing: sums.reduce((sum, { amountMinor }) => sum + amountMinor, opening),
      deposit: find('deposit')?.balance ?? 0,
      lineCount: sums.reduce((all, { count }) => all + count, 0),
    },
    totals: billKinds.flatMap((kind) =>
      sums
        .filter((one) => one.kind === kind)
        .map(({ count, amountMinor }) => ({ kind, count, amount: money(amountMinor) })),
    ),
    lines: rows.map((row) => {
      balance += row.amount_minor
      return { ...presentBill(row), balance: money(balance) }
    }),
  }
}

export const readMonth = (
  db: Db,
  { reader, client }: Pick<Account, 'reader' | 'client'>,
  month: string,
): Promise<Omit<Statement, 'isClosed' | 'timeZone'>> =>
  readWithRowSecurity(db, reader, async (tx) => {
    const first = `${month}-01`
    const standings = await standingsOfClient(tx, bookOf(client), {
      prepaid: first,
      deposit: monthAfter(first),
    })
    const parts = []
    for (const currency of currenciesOf(client, standings))
      parts.push(await readCurrency(tx, { reader, client }, { currency, month }, standings))
    const { opening, closing, deposit } = parts[0]!.edges
    const money = (amountMinor: number): Money => ({ amountMinor, currency: client.currency })
    return {
      clientId: String(client.id),
      clientName: client.name,
      lessorAccountName: client.lessor_name,
      month,
      opening: money(opening),
      closing: money(closing),
      deposit: money(deposit),
      balances: parts.map(({ edges }) => edges),
      totals: parts.flatMap(({ totals }) => totals),
      lineCount: parts.reduce((all, { edges }) => all + edges.lineCount, 0),
      lines: parts.flatMap(({ lines }) => lines),
      months: await monthsOfClient(tx, reader, client.id),
    }
  })

/** Each batch uses its own transaction, so that none is open while a file is sent. */
const eachLine = async function* (
  db: Db,
  { reader, client }: Account,
  { month, accountId }: { month: string; accountId: number },
): AsyncGenerator<BillRow> {
  const parts = inParts<BillRow>(linesAtOnce, (last) =>
    readWithRowSecurity(db, reader, (tx) =>
      linesOfMonth(tx, reader, { accountId, month, client }, last, linesAtOnce),
    ),
  )
  for await (const rows of parts) yield* rows
}

type Writing = { db: Db; account: Account; month: string; label: ReturnType<typeof labelsIn> }

const statementHeads = ({ timeZone }: Account, label: Writing['label']): string[] => {
  const text = (key: string): string => label(`lease-billing:${key}`)
  return [
    `${text('at')} (${timeZone})`,
    text('kind'),
    label('terms:drone'),
    `${label('terms:coveredArea')} (${label(areaUnitLabels.mu)})`,
    `${label('terms:flightTime')} (h)`,
    text('chargeBy'),
    text('unitPrice'),
    text('amount'),
    text('balance'),
    text('currency'),
    text('note'),
  ]
}

/** The rows of one currency, from opening to closing balance. */
const cellsOfCurrency = async function* (
  { db, account, month, label }: Writing,
  currency: Currency,
  standing: ClientStanding | undefined,
): AsyncGenerator<Cell[]> {
  const text = (key: string): string => label(`lease-billing:${key}`)
  let balance = standing?.balance ?? 0
  const balanceCell = (): Cell => moneyCell({ amountMinor: balance, currency })
  const edge = (name: string): Cell[] => [
    null,
    name,
    ...Array<Cell>(6).fill(null),
    balanceCell(),
    currency,
    null,
  ]
  yield edge(text('opening'))
  const rows = standing ? eachLine(db, account, { month, accountId: standing.accountId }) : []
  for await (const row of rows) {
    const line = presentBill(row)
    balance += row.amount_minor
    yield [
      new Date(line.at),
      label(billKindLabels[line.kind]),
      line.droneName ?? line.droneId,
      line.coveredArea === null ? null : figure(line.coveredArea),
      line.flightTime === null ? null : figure(line.flightTime / 3600, 4),
      line.chargeBy && text(line.chargeBy === 'mu' ? 'perMu' : 'perHour'),
      line.unitPrice && moneyCell(line.unitPrice),
      moneyCell(line.amount),
      balanceCell(),
      currency,
      line.note,
    ]
  }
  yield edge(text('closing'))
}

/** The rows of all currencies, one after the other. */
const statementCells = async function* (writing: Writing): AsyncGenerator<Cell[]> {
  const { db, account, month } = writing
  const first = `${month}-01`
  const standings = await readWithRowSecurity(db, account.reader, (tx) =>
    standingsOfClient(tx, bookOf(account.client), { prepaid: first, deposit: first }),
  )
  for (const currency of currenciesOf(account.client, standings))
    yield* cellsOfCurrency(
      writing,
      currency,
      standings.find((one) => one.purpose === 'prepaid' && one.currency === currency),
    )
}

export const statementHandlers = ({
  readDb,
}: Pick<Services, 'readDb'>): Pick<
  Handlers<typeof leaseBillRoutes>,
  'getLeaseStatement' | 'exportLeaseStatement'
> => ({
  getLeaseStatement: async ({ query }, { caller }) => {
    const account = await findAccount(readDb, caller, query)
    const { isClosed, timeZone } = account
    return { ...(await readMonth(readDb, account, query.month)), isClosed, timeZone }
  },
  exportLeaseStatement: async ({ query }, { caller, language, signal, setHeader }) => {
    const { month, format } = query
    const account = await findAccount(readDb, caller, query)
    const { client, timeZone } = account
    const label = labelsIn(language)
    return tableStream(
      `statement-${client.id}-${month}`,
      statementHeads(account, label),
      statementCells({ db: readDb, account, month, label }),
      { format, timeZone, signal, setHeader },
    )
  },
})
