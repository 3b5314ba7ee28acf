import { billKindLabels } from '@swath/contract/money/lease-bill-fields'
import type { PrintedStatement } from '@swath/contract/overview/shared-reports'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  formatArea,
  formatCount,
  formatDuration,
  formatMoney,
  formatMinute,
  formatTimeZone,
} from '../../../lib/format.ts'
import sheet from '../../../ui/paper/paper.module.css'
import { SheetFacts, SheetTable } from '../../../ui/paper/sheet-table.tsx'
import { Amount, Balance } from './bill-tabs.tsx'
import { UnitPrice } from './charged.tsx'

const Head = ({ statement }: { statement: PrintedStatement }) => {
  const { t } = useTranslation('lease-billing')
  const facts = {
    [t('client')]: statement.clientName,
    [t('lessor')]: statement.lessorAccountName,
    [t('month')]: statement.month,
    [t('terms:state')]: t(statement.isClosed ? 'monthClosed' : 'monthOpen'),
  }
  return <SheetFacts facts={facts} />
}

type OfCurrency = { statement: PrintedStatement; balance: PrintedStatement['balances'][number] }

const Sum = ({ label, children }: { label: string; children: ReactNode }) => (
  <tr>
    <th scope="row">{label}</th>
    <td data-figure>{children}</td>
  </tr>
)

const Sums = ({ statement, balance: { currency, opening, closing } }: OfCurrency) => {
  const { t } = useTranslation('lease-billing')
  const sums = statement.totals.filter(({ amount }) => amount.currency === currency)
  return (
    <table className={sheet.table} data-fits>
      <tbody>
        <Sum label={t('opening')}>
          <Balance money={{ amountMinor: opening, currency }} />
        </Sum>
        {sums.map(({ kind, count, amount }) => (
          <Sum key={kind} label={`${t(billKindLabels[kind])} (${formatCount(count)})`}>
            <Amount money={amount} />
          </Sum>
        ))}
        <Sum label={t('closing')}>
          <Balance money={{ amountMinor: closing, currency }} />
        </Sum>
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

const Kind = ({ line }: { line: PrintedStatement['lines'][number] }) => {
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

const Lines = ({ lines }: Pick<PrintedStatement, 'lines'>) => {
  const { t } = useTranslation('lease-billing')
  if (lines.length === 0) return <p className={sheet.note}>{t('nothingThisMonth')}</p>
  return (
    <SheetTable
      rows={lines}
      toKey={({ lineId }) => lineId}
      columns={[
        { head: t('at'), isTime: true, cell: ({ at }) => formatMinute(at) },
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
        { head: t('amount'), isFigure: true, cell: ({ amount }) => <Amount money={amount} /> },
        { head: t('balance'), isFigure: true, cell: ({ balance }) => <Balance money={balance} /> },
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

type Props = { statement: PrintedStatement; head: ReactNode }

/** A monthly statement for a client. */
export const StatementSheet = ({ statement, head }: Props) => {
  const { t } = useTranslation('lease-billing')
  return (
    <article className={sheet.sheet}>
      {head}
      <h2>
        {t('statement')} <small>{statement.month}</small>
      </h2>
      {!statement.isClosed && <p className={sheet.note}>{t('monthOpenHint')}</p>}
      <Head statement={statement} />
      {statement.balances.map((balance) => (
        <CurrencyPart key={balance.currency} statement={statement} balance={balance} />
      ))}
      <p className={sheet.note}>{t('zoneHint', { zone: formatTimeZone(statement.timeZone) })}</p>
    </article>
  )
}
