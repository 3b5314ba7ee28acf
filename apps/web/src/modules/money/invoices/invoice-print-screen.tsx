import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { buildQuery } from '../../../lib/query.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { PrintScreen } from '../../../ui/paper/print-screen.tsx'
import { InvoiceSheet } from './invoice-sheet.tsx'

/** A printable invoice (A4). */
export const InvoicePrintScreen = () => {
  const { t } = useTranslation('invoices')
  const { ticketId = '' } = useParams()
  const asked = useQuery(buildQuery('getInvoice', { params: { ticketId } }))
  const invoice = asked.data
  return (
    <PrintScreen
      title={t('invoice')}
      documentTitle={invoice ? `${t('invoice')} ${invoice.invoiceNo ?? invoice.ticketNo}` : null}
      back={
        <BackLink to={`/institution_manage/invoice-list?open=${ticketId}`}>
          {t('app:invoiceList')}
        </BackLink>
      }
      share={{ kind: 'invoice', ticketId }}
      shown={invoice}
      failed={asked}
    >
      {(found, head) => <InvoiceSheet invoice={found} head={head} />}
    </PrintScreen>
  )
}
