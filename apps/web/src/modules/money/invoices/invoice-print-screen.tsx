import { LeftOutlined, PrinterOutlined } from '@ant-design/icons'
import type { InvoiceDetail, InvoiceParty } from '@swath/contract/invoices'
import { orderList } from '@swath/contract/orders'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { dash, formatDay, formatMoney } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { Failure } from '../../../ui/empty.tsx'
import sheet from '../../../ui/paper/paper.module.css'
import { SheetHead, useDocumentTitle, WaitingSheet } from '../../../ui/paper/report-sheet.tsx'
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

const Lines = ({ invoice }: { invoice: InvoiceDetail }) => {
  const { t } = useTranslation('invoices')
  const { words } = orderList.columns.orderType
  const { currency } = invoice
  return (
    <table className={sheet.table} data-fits>
      <thead>
        <tr>
          <th scope="col">{t('service')}</th>
          <th scope="col">{t('terms:drone')}</th>
          <th scope="col" data-minor>
            {t('orderSn')}
          </th>
          <th scope="col" data-figure>
            {t('amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {invoice.lines.map((line) => (
          <tr key={line.orderId}>
            <td>
              {t(words[line.orderType])} {line.year}
            </td>
            <td data-words>
              {line.droneName === line.droneId ? line.droneId : `${line.droneName} ${line.droneId}`}
            </td>
            <td data-minor>{line.orderSn}</td>
            <td data-figure>{formatMoney({ amountMinor: line.amountMinor, currency })}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            {t('total')}
          </th>
          <td data-minor />
          <td data-figure>{formatMoney(invoice)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

const Sheet = ({ invoice, madeAt }: { invoice: InvoiceDetail; madeAt: number }) => {
  const { t } = useTranslation('invoices')
  const { buyer } = invoice
  const getter = [buyer.getterName, buyer.getterPhone, buyer.getterAddress].filter(Boolean)
  return (
    <article className={sheet.sheet}>
      <SheetHead madeAt={madeAt} />
      <h2>
        {t('invoice')} <small>{t(ticketLabels[invoice.ticketType])}</small>
      </h2>
      <dl className={sheet.facts}>
        <div>
          <dt>{t('invoiceNo')}</dt>
          <dd>{invoice.invoiceNo ?? dash}</dd>
        </div>
        <div>
          <dt>{t('issuedOn')}</dt>
          <dd>{invoice.state === 'issued' ? formatDay(invoice.decidedAt) : dash}</dd>
        </div>
      </dl>
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
      {/* Nobody takes a paper for an invoice that is none yet, or is none any more. */}
      {invoice.state !== 'issued' && <p className={style.stamp}>{t(stateLabels[invoice.state])}</p>}
      <p className={sheet.note}>{t('ticketNote', { name: invoice.ticketNo })}</p>
    </article>
  )
}

/** The invoice on A4 paper. */
export const InvoicePrintScreen = () => {
  const { t } = useTranslation('invoices')
  const { ticketId = '' } = useParams()
  const [madeAt] = useState(Date.now)
  const asked = useQuery(buildQuery('getInvoice', { params: { ticketId } }))
  const invoice = asked.data
  useDocumentTitle(invoice ? `${t('invoice')} ${invoice.invoiceNo ?? invoice.ticketNo}` : null)
  return (
    <div className={sheet.desk}>
      <div className={sheet.tools}>
        <Link to={`/institution_manage/invoice-list?open=${ticketId}`}>
          <LeftOutlined aria-hidden="true" /> {t('app:invoiceList')}
        </Link>
        <Button
          type="primary"
          icon={<PrinterOutlined />}
          disabled={!invoice}
          onClick={() => window.print()}
        >
          {t('terms:print')}
        </Button>
      </div>
      <h1 className="sr-only">{t('invoice')}</h1>
      {invoice ? (
        <Sheet invoice={invoice} madeAt={madeAt} />
      ) : asked.isError ? (
        <Failure error={asked.error} onRetry={() => void asked.refetch()} />
      ) : (
        <WaitingSheet />
      )}
    </div>
  )
}
