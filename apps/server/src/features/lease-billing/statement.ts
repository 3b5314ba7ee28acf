// A month of a client: what it had, what happened, what it has. An accountant adds it up again.
import type { leaseBillRoutes, Statement } from '@swath/contract/lease-bills'
import { billKinds, billKindWords } from '@swath/contract/lease-bill-fields'
import type { Caller } from '@swath/domain/access/caller'
import { monthAfter } from '@swath/domain/ledger'
import type { Money } from '@swath/domain/money'
import type { Db, Tx } from '../../platform/database/database.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { fail } from '../../platform/http/fail.ts'
import { labelsIn } from '../../platform/http/messages.ts'
import { areaUnitLabels } from '../../platform/listing/area-unit-words.ts'
import { figure, type Cell } from '../../platform/listing/csv.ts'
import { inParts } from '../../platform/listing/in-parts.ts'
import { moneyCell } from '../../platform/listing/list-file.ts'
import { tableStream } from '../../platform/listing/table.ts'
import type { Services } from '../../platform/services.ts'
import {
  balanceOf,
  readBehindWall,
  readBook,
  standingsOfClient,
  type LedgerReader,
} from '../ledger/public.ts'
import { findClient, findReaders, type ClientFacts } from './bill-readers.queries.ts'
import {
  findPrepaidAccount,
  linesOfMonth,
  monthsOfClient,
  sumKindsOfMonth,
  type BillRow,
  type KindSum,
} from './bills.queries.ts'
import { presentBill } from './present-bill.ts'

type Asked = { clientId: string; month: string }

/** Beyond so many lines a page is nothing to read: the file has them all. */
const linesShown = 2_000

/** A part of a file. */
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

const bookOf = ({ id: clientId, lessor_account_id: ownerAccountId, currency }: ClientFacts) => ({
  ownerAccountId,
  clientId,
  currency,
})

const sumKinds = (rows: readonly BillRow[]): KindSum[] =>
  [...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, some]) => ({
    kind,
    count: some.length,
    amountMinor: some.reduce((sum, { amount_minor: amount }) => sum + amount, 0),
  }))

/** The lines that are shown, and what all of the month come to by kind. */
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

export const readMonth = (
  db: Db,
  { reader, client }: Pick<Account, 'reader' | 'client'>,
  month: string,
): Promise<Omit<Statement, 'isClosed' | 'timeZone'>> => {
  const money = (amountMinor: number): Money => ({ amountMinor, currency: client.currency })
  return readBehindWall(db, reader, async (tx) => {
    const first = `${month}-01`
    const { prepaid, deposit } = await standingsOfClient(tx, bookOf(client), {
      prepaid: first,
      deposit: monthAfter(first),
    })
    const opening = prepaid?.balance ?? 0
    const { rows, sums } = await readLines(tx, { reader, client }, prepaid?.accountId, month)
    let balance = opening
    return {
      clientId: String(client.id),
      clientName: client.name,
      lessorAccountName: client.lessor_name,
      month,
      opening: money(opening),
      closing: money(sums.reduce((sum, { amountMinor }) => sum + amountMinor, opening)),
      deposit: money(deposit?.balance ?? 0),
      totals: billKinds.flatMap((kind) =>
        sums
          .filter((one) => one.kind === kind)
          .map(({ count, amountMinor }) => ({ kind, count, amount: money(amountMinor) })),
      ),
      lineCount: sums.reduce((all, { count }) => all + count, 0),
      lines: rows.map((row) => {
        balance += row.amount_minor
        return { ...presentBill(row), balance: money(balance) }
      }),
      months: await monthsOfClient(tx, reader, client.id),
    }
  })
}

/** Each part in a transaction of its own: nobody holds one while a file leaves. */
const eachLine = async function* (
  db: Db,
  { reader, client }: Account,
  month: string,
): AsyncGenerator<BillRow> {
  const parts = inParts<BillRow>(linesAtOnce, (last) =>
    readBehindWall(db, reader, async (tx) => {
      const accountId = await findPrepaidAccount(tx, client.id, client.currency)
      return accountId === undefined
        ? []
        : linesOfMonth(tx, reader, { accountId, month, client }, last, linesAtOnce)
    }),
  )
  for await (const rows of parts) yield* rows
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
    const text = (key: string): string => label(`lease-billing:${key}`)
    const heads = [
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
    const balanceCell = (amountMinor: number): Cell =>
      moneyCell({ amountMinor, currency: client.currency })
    const edge = (name: string, balance: number): Cell[] => [
      null,
      name,
      ...Array<Cell>(6).fill(null),
      balanceCell(balance),
      client.currency,
      null,
    ]
    const rows = async function* (): AsyncGenerator<Cell[]> {
      let balance = await readBehindWall(readDb, account.reader, (tx) =>
        balanceOf(tx, { ...bookOf(client), purpose: 'prepaid' }, `${month}-01`),
      )
      yield edge(text('opening'), balance)
      for await (const row of eachLine(readDb, account, month)) {
        const line = presentBill(row)
        balance += row.amount_minor
        yield [
          new Date(line.at),
          label(billKindWords[line.kind]),
          line.droneName ?? line.droneId,
          line.coveredArea === null ? null : figure(line.coveredArea),
          line.flightTime === null ? null : figure(line.flightTime / 3600, 4),
          line.chargeBy && text(line.chargeBy === 'mu' ? 'perMu' : 'perHour'),
          line.unitPrice && moneyCell(line.unitPrice),
          moneyCell(line.amount),
          balanceCell(balance),
          line.amount.currency,
          line.note,
        ]
      }
      yield edge(text('closing'), balance)
    }
    return tableStream(`statement-${client.id}-${month}`, heads, rows(), {
      format,
      timeZone,
      signal,
      setHeader,
    })
  },
})
