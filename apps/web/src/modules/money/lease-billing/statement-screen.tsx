import { DownloadOutlined, LeftOutlined } from '@ant-design/icons'
import { billKindLabels } from '@swath/contract/money/lease-bill-fields'
import type { Statement } from '@swath/contract/money/lease-bills'
import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams, useSearchParams } from 'react-router'
import {
  formatArea,
  formatCount,
  formatDuration,
  formatMoney,
  formatTime,
} from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { Failure } from '../../../ui/empty.tsx'
import { useSavedFile } from '../../../ui/list-files.ts'
import sheet from '../../../ui/paper/paper.module.css'
import { PrintButton } from '../../../ui/paper/print-screen.tsx'
import { SheetFacts, SheetTable } from '../../../ui/paper/sheet-table.tsx'
import { SheetHead, useDocumentTitle, WaitingSheet } from '../../../ui/paper/report-sheet.tsx'
import { UnitPrice } from './charged.tsx'
import { billPath } from './bill-tabs.tsx'

const Head = ({ statement }: { statement: Statement }) => {
  const { t } = useTranslation('lease-billing')
  const facts = {
    [t('client')]: statement.clientName,
    [t('lessor')]: statement.lessorAccountName,
    [t('month')]: statement.month,
    [t('terms:state')]: t(statement.isClosed ? 'monthClosed' : 'monthOpen'),
  }
  return <SheetFacts facts={facts} />
}

type OfCurrency = { statement: Statement; balance: Statement['balances'][number] }

const Sums = ({ statement, balance: { currency, opening, closing } }: OfCurrency) => {
  const { t } = useTranslation('lease-billing')
  const sums = [
    [t('opening'), { amountMinor: opening, currency }],
    ...statement.totals
      .filter(({ amount }) => amount.currency === currency)
      .map(
        ({ kind, count, amount }) =>
          [`${t(billKindLabels[kind])} (${formatCount(count)})`, amount] as const,
      ),
    [t('closing'), { amountMinor: closing, currency }],
  ] as const
  return (
    <table className={sheet.table} data-fits>
      <tbody>
        {sums.map(([label, amount]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td data-figure>{formatMoney(amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/**
 * Allows line breaks inside long numbers, so that they do not break character by character on a
 * phone.
 */
const About = ({ text }: { text: string }) =>
  text.split(/(?<=\b\w{7})(?=\w{5,}\b)/).map((part, place) => (
    <Fragment key={`${place}`}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ))

const Kind = ({ line }: { line: Statement['lines'][number] }) => {
  const { t } = useTranslation('lease-billing')
  return (
    <>
      {t(billKindLabels[line.kind])}
      {line.isCounterEntry && ` · ${t('counterEntry')}`}
      {(line.droneName || line.note) && ' · '}
      <About text={line.droneName || line.note} />
    </>
  )
}

const Lines = ({ lines }: Pick<Statement, 'lines'>) => {
  const { t } = useTranslation('lease-billing')
  if (lines.length === 0) return <p className={sheet.note}>{t('nothingThisMonth')}</p>
  return (
    <SheetTable
      rows={lines}
      toKey={({ lineId }) => lineId}
      columns={[
        { head: t('at'), isTime: true, cell: ({ at }) => formatTime(at) },
        { head: t('kind'), isText: true, cell: (line) => <Kind line={line} /> },
        {
          head: `${t('terms:coveredArea')} (${t('terms:mu')})`,
          isFigure: true,
          isMinor: true,
          cell: ({ coveredArea }) => formatArea(coveredArea, 'mu'),
        },
        {
          head: t('terms:flightTime'),
          isFigure: true,
          isMinor: true,
          cell: ({ flightTime }) => formatDuration(flightTime),
        },
        {
          head: t('unitPrice'),
          isFigure: true,
          isMinor: true,
          cell: (line) => <UnitPrice of={line} />,
        },
        { head: t('amount'), isFigure: true, cell: ({ amount }) => formatMoney(amount) },
        { head: t('balance'), isFigure: true, cell: ({ balance }) => formatMoney(balance) },
      ]}
    />
  )
}

/** Opening balance, lines and closing balance in one currency. */
const CurrencyPart = ({ statement, balance }: OfCurrency) => {
  const { t } = useTranslation('lease-billing')
  const { currency, deposit, lineCount } = balance
  const lines = statement.lines.filter(({ amount }) => amount.currency === currency)
  return (
    <>
      {statement.balances.length > 1 && <h3>{currency}</h3>}
      <Sums statement={statement} balance={balance} />
      {lines.length < lineCount && (
        <p className={sheet.note}>
          {t('firstLines', { shown: formatCount(lines.length), all: formatCount(lineCount) })}
        </p>
      )}
      <Lines lines={lines} />
      {deposit !== 0 && (
        <p className={sheet.note}>
          {t('deposit')}: {formatMoney({ amountMinor: deposit, currency })}
        </p>
      )}
    </>
  )
}

const Sheet = ({ statement }: { statement: Statement }) => {
  const { t } = useTranslation('lease-billing')
  const [madeAt] = useState(Date.now)
  return (
    <article className={sheet.sheet}>
      <SheetHead madeAt={madeAt} />
      <h2>
        {t('statement')} <small>{statement.month}</small>
      </h2>
      {!statement.isClosed && <p className={sheet.note}>{t('monthOpenHint')}</p>}
      <Head statement={statement} />
      {statement.balances.map((balance) => (
        <CurrencyPart key={balance.currency} statement={statement} balance={balance} />
      ))}
      <p className={sheet.note}>{t('zoneHint', { zone: statement.timeZone })}</p>
    </article>
  )
}

const thisMonth = (): string => formatTime(Date.now()).slice(0, 7).replace('/', '-')

const Tools = ({ statement, month }: { statement: Statement | undefined; month: string }) => {
  const { t } = useTranslation('lease-billing')
  const [, setParams] = useSearchParams()
  const file = useSavedFile()
  const months = [...new Set([month, ...(statement?.months ?? [])])].toSorted().toReversed()
  const save = (): void => {
    if (!statement) return
    file.mutate({
      label: t('statement'),
      operation: 'exportLeaseStatement',
      fileName: `statement-${statement.clientName}-${month}.xlsx`,
      query: { clientId: statement.clientId, month, format: 'xlsx' },
    })
  }
  return (
    <div className={`flex wrap gap-16 items-center justify-between w-full ${sheet.tools}`}>
      <Link to={billPath}>
        <LeftOutlined aria-hidden /> {t('bills')}
      </Link>
      <div className="flex wrap gap-8 items-center">
        <Select
          aria-label={t('month')}
          value={month}
          options={months.map((one) => ({ value: one, label: one }))}
          onChange={(chosen) => setParams({ month: chosen }, { replace: true })}
        />
        <Button icon={<DownloadOutlined aria-hidden />} loading={file.isPending} onClick={save}>
          XLSX
        </Button>
        <PrintButton />
      </div>
    </div>
  )
}

/** A printable monthly statement for a client (A4). */
export const StatementScreen = () => {
  const { t } = useTranslation('lease-billing')
  const { id: clientId = '' } = useParams()
  const [params] = useSearchParams()
  const month = params.get('month') ?? thisMonth()
  const asked = useQuery(buildQuery('getLeaseStatement', { query: { clientId, month } }))
  const { data: statement } = asked
  useDocumentTitle(
    statement ? `${t('statementOf', { name: statement.clientName })} ${month}` : null,
  )
  return (
    <div className={`grid cols-1 gap-16 justify-items-center p-16 ${sheet.desk}`}>
      <Tools statement={statement} month={month} />
      {asked.isError && <Failure error={asked.error} onRetry={() => void asked.refetch()} />}
      {asked.isPending && <WaitingSheet />}
      {statement && <Sheet statement={statement} />}
    </div>
  )
}
