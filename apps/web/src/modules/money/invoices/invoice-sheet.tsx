import type { InvoiceParty } from '@swath/contract/money/invoices'
import { orderList } from '@swath/contract/money/orders'
import type { PrintedInvoice } from '@swath/contract/overview/shared-reports'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { dash, formatDay, formatMoney } from '../../../lib/format.ts'
import sheet from '../../../ui/paper/paper.module.css'
import { SheetFacts, SheetTable } from '../../../ui/paper/sheet-table.tsx'
import { stateLabels, ticketLabels } from './invoice-state.tsx'
import style from './invoices.module.css'

type Props = { title: string; name: string; party: InvoiceParty | null }
const Party = ({ title, name, party }: Props) => {
  const { t } = useTranslation('invoices')
  const facts = [
    [t('taxNum'), party?.taxNum],
    [t('regAddress'), [party?.regAddress, party?.contactPhone].filter(Boolean).join(' ')],
    [t('bank'), [party?.bank, party?.bankAccount].filter(Boolean).join(' ')],
  ] as const
  return (
    <dl className={sheet.facts}>
      <div data-wide>
        <dt>{title}</dt>
        <dd>{party?.busiName ?? name}</dd>
      </div>
      {facts.map(([label, value]) => (
        <div key={label} data-wide>
          <dt>{label}</dt>
          <dd>{value || dash}</dd>
        </div>
      ))}
    </dl>
  )
}

const Lines = ({ invoice }: { invoice: PrintedInvoice }) => {
  const { t } = useTranslation('invoices')
  const { labels } = orderList.columns.orderType
  const { currency } = invoice
  return (
    <SheetTable
      rows={invoice.lines}
      toKey={({ orderSn }) => orderSn}
      columns={[
        { head: t('service'), cell: ({ orderType, year }) => `${t(labels[orderType])} ${year}` },
        {
          head: t('terms:drone'),
          isText: true,
          cell: ({ droneId, droneName }) =>
            droneName === droneId ? droneId : `${droneName} ${droneId}`,
        },
        { head: t('orderSn'), isMinor: true, cell: ({ orderSn }) => orderSn },
        {
          head: t('amount'),
          isFigure: true,
          cell: ({ amountMinor }) => formatMoney({ amountMinor, currency }),
        },
      ]}
      foot={
        <tr>
          <th scope="row" colSpan={2}>
            {t('total')}
          </th>
          <td data-minor />
          <td data-figure>{formatMoney(invoice)}</td>
        </tr>
      }
    />
  )
}

/** An invoice as a printed sheet (A4). */
export const InvoiceSheet = ({ invoice, head }: { invoice: PrintedInvoice; head: ReactNode }) => {
  const { t } = useTranslation('invoices')
  const { buyer } = invoice
  const getter = [buyer.getterName, buyer.getterPhone, buyer.getterAddress].filter(Boolean)
  return (
    <article className={sheet.sheet}>
      {head}
      <h2>
        {t('invoice')} <small>{t(ticketLabels[invoice.ticketType])}</small>
      </h2>
      <SheetFacts
        facts={{
          [t('invoiceNo')]: invoice.invoiceNo ?? dash,
          [t('issuedOn')]: invoice.state === 'issued' ? formatDay(invoice.decidedAt) : dash,
        }}
      />
      <Party title={t('buyer')} name={invoice.accountName} party={buyer} />
      <Lines invoice={invoice} />
      <div className={style.seller}>
        <Party title={t('seller')} name={invoice.sellerName} party={invoice.seller} />
      </div>
      {getter.length > 0 && (
        <p className={sheet.note}>
          {t('getter')}: {getter.join(' · ')}
        </p>
      )}
      {/* Prevents a draft or a cancelled invoice from being taken for a valid one. */}
      {invoice.state !== 'issued' && <p className={style.stamp}>{t(stateLabels[invoice.state])}</p>}
      <p className={sheet.note}>{t('ticketNote', { name: invoice.ticketNo })}</p>
    </article>
  )
}
