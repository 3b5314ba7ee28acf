// A month of a client: what it had, what happened, what it has. An accountant adds it up again.
import type { leaseBillRoutes, Statement } from '@swath/contract/lease-bills'
import { billKinds, billKindWords } from '@swath/contract/lease-bill-fields'
import type { Caller } from '@swath/domain/access/caller'
import { monthAfter } from '@swath/domain/ledger'
import type { Money } from '@swath/domain/money'
import type { Db } from '../../platform/database/database.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { fail } from '../../platform/http/fail.ts'
import { labelsIn } from '../../platform/http/messages.ts'
import { areaUnitLabels } from '../../platform/listing/area-unit-words.ts'
import { figure, type Cell } from '../../platform/listing/csv.ts'
import { moneyCell } from '../../platform/listing/list-file.ts'
import { tableStream } from '../../platform/listing/table.ts'
import type { Services } from '../../platform/services.ts'
import { balanceOf, readBehindWall, readBook, type LedgerReader } from '../ledger/public.ts'
import { clientAccount } from './bill-flights.ts'
import { findClient, findReaders, type ClientFacts } from './bill-readers.queries.ts'
import { linesOfMonth, monthsOfClient } from './bills.queries.ts'
import { presentBill } from './present-bill.ts'

type Asked = { clientId: string; month: string }

const readAs = async (
  db: Db,
  reader: LedgerReader,
  client: ClientFacts,
  month: string,
): Promise<Omit<Statement, 'isClosed' | 'timeZone'>> => {
  const { currency } = client
  const money = (amountMinor: number): Money => ({ amountMinor, currency })
  const account = (purpose: 'prepaid' | 'deposit') =>
    clientAccount({ lessorId: client.lessor_account_id, clientId: client.id, currency }, purpose)
  return readBehindWall(db, reader, async (tx) => {
    const first = `${month}-01`
    const opening = await balanceOf(tx, account('prepaid'), first)
    const rows = (await linesOfMonth(tx, reader, { clientId: client.id, month })).filter(
      (row) => row.currency === currency,
    )
    let balance = opening
    const lines = rows.map((row) => {
      balance += row.amount_minor
      return { ...presentBill(row), balance: money(balance) }
    })
    return {
      clientId: String(client.id),
      clientName: client.name,
      lessorAccountName: client.lessor_name,
      month,
      opening: money(opening),
      closing: money(balance),
      deposit: money(await balanceOf(tx, account('deposit'), monthAfter(first))),
      totals: billKinds.flatMap((kind) => {
        const ofKind = rows.filter((row) => row.kind === kind)
        return ofKind.length === 0
          ? []
          : [
              {
                kind,
                count: ofKind.length,
                amount: money(ofKind.reduce((sum, row) => sum + row.amount_minor, 0)),
              },
            ]
      }),
      lines,
      months: await monthsOfClient(tx, reader, client.id),
    }
  })
}

const readStatement = async (
  db: Db,
  caller: Caller,
  { clientId, month }: Asked,
): Promise<Statement> => {
  const readers = await findReaders(db, caller)
  for (const reader of readers) {
    const client = await findClient(db, [reader], Number(clientId))
    if (!client) continue
    const { closedUntil, timeZone } = await readBook(db, client.lessor_account_id)
    return {
      ...(await readAs(db, reader, client, month)),
      isClosed: closedUntil !== null && `${month}-01` <= closedUntil,
      timeZone,
    }
  }
  return fail('not_found')
}

export const statementHandlers = ({
  readDb,
}: Pick<Services, 'readDb'>): Pick<
  Handlers<typeof leaseBillRoutes>,
  'getLeaseStatement' | 'exportLeaseStatement'
> => ({
  getLeaseStatement: ({ query }, { caller }) => readStatement(readDb, caller, query),
  exportLeaseStatement: async ({ query }, { caller, language, signal, setHeader }) => {
    const statement = await readStatement(readDb, caller, query)
    const label = labelsIn(language)
    const text = (key: string): string => label(`lease-billing:${key}`)
    const heads = [
      `${text('at')} (${statement.timeZone})`,
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
    const edge = (name: string, balance: Money): Cell[] => [
      null,
      name,
      ...Array<Cell>(6).fill(null),
      moneyCell(balance),
      balance.currency,
      null,
    ]
    const rows = async function* (): AsyncGenerator<Cell[]> {
      yield edge(text('opening'), statement.opening)
      for (const line of statement.lines)
        yield [
          new Date(line.at),
          label(billKindWords[line.kind]),
          line.droneName ?? line.droneId,
          line.coveredArea === null ? null : figure(line.coveredArea),
          line.flightTime === null ? null : figure(line.flightTime / 3600, 4),
          line.chargeBy && text(line.chargeBy === 'mu' ? 'perMu' : 'perHour'),
          line.unitPrice && moneyCell(line.unitPrice),
          moneyCell(line.amount),
          moneyCell(line.balance),
          line.amount.currency,
          line.note,
        ]
      yield edge(text('closing'), statement.closing)
    }
    return tableStream(`statement-${statement.clientId}-${statement.month}`, heads, rows(), {
      format: query.format,
      timeZone: statement.timeZone,
      signal,
      setHeader,
    })
  },
})
