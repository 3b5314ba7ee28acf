import { InvoiceStatus, type InvoiceDetail } from '@swath/contract/money/invoices'
import { orderList } from '@swath/contract/money/orders'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { z } from 'zod'
import { formatMoney } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { DetailOf } from '../../../ui/detail-of.tsx'
import { Fact, Facts, FactSection, TimeFact } from '../../../ui/facts.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { StepForm } from '../../../ui/step-form.tsx'
import { InvoiceStateTag, ticketLabels } from './invoice-state.tsx'
import { useSetInvoiceStatus } from './invoices.mutations.ts'
import style from './invoices.module.css'

const Known = ({ invoice }: { invoice: InvoiceDetail }) => {
  const { t } = useTranslation('invoices')
  const { buyer } = invoice
  return (
    <Facts>
      <Fact label={t('terms:state')}>
        <InvoiceStateTag state={invoice.state} />
      </Fact>
      {invoice.invoiceNo !== null && <Fact label={t('invoiceNo')}>{invoice.invoiceNo}</Fact>}
      {invoice.state === 'rejected' && <Fact label={t('terms:reason')}>{invoice.reason}</Fact>}
      <Fact label={t('amount')}>{formatMoney(invoice)}</Fact>
      <Fact label={t('ticketType')}>{t(ticketLabels[invoice.ticketType])}</Fact>
      <Fact label={t('busiName')}>{buyer.busiName}</Fact>
      <Fact label={t('taxNum')}>{buyer.taxNum}</Fact>
      <Fact label={t('regAddress')}>{buyer.regAddress}</Fact>
      <Fact label={t('contactPhone')}>{buyer.contactPhone}</Fact>
      <Fact label={t('bank')}>{buyer.bank}</Fact>
      <Fact label={t('bankAccount')}>{buyer.bankAccount}</Fact>
      <Fact label={t('getter')}>
        {[buyer.getterName, buyer.getterPhone, buyer.getterAddress]
          .filter((part) => part !== '')
          .join(' · ')}
      </Fact>
      <Fact label={t('terms:account')}>{invoice.accountName}</Fact>
      <TimeFact label={t('appliedAt')} time={invoice.appliedAt} />
      {invoice.decidedAt && <TimeFact label={t('decidedAt')} time={invoice.decidedAt} />}
    </Facts>
  )
}

const Lines = ({ invoice }: { invoice: InvoiceDetail }) => {
  const { t } = useTranslation('invoices')
  const { labels } = orderList.columns.orderType
  return (
    <FactSection title={t('lines')}>
      <ul className={`list-plain ${style.lines}`}>
        {invoice.lines.map((line) => (
          <li key={line.orderId}>
            <span>
              {t(labels[line.orderType])} {line.year} · {line.droneName}
              <br />
              <span className="unit">{line.orderSn}</span>
            </span>
            <span className="tabular">
              {formatMoney({ amountMinor: line.amountMinor, currency: invoice.currency })}
            </span>
          </li>
        ))}
      </ul>
    </FactSection>
  )
}

const Issued = z.object({
  invoiceNo: z.string().trim().min(1).max(40),
  version: z.int().optional(),
})

const Decision = ({ invoice }: { invoice: InvoiceDetail }) => {
  const { t } = useTranslation('invoices')
  const [form, setForm] = useState<'issue' | 'reject' | null>(null)
  const decide = useSetInvoiceStatus()
  const { ticketId, version } = invoice
  const leave = (): void => setForm(null)
  return (
    <>
      <Button type="primary" onClick={() => setForm('issue')}>
        {t('issue')}
      </Button>
      <Button onClick={() => setForm('reject')}>{t('reject')}</Button>
      <FormDrawer
        open={form === 'issue'}
        onClose={leave}
        title={t('issueTitle', { name: invoice.ticketNo })}
        submitLabel={t('issue')}
        dialog={480}
        schema={Issued}
        initial={{ version }}
        onSubmit={(body) => decide.mutateAsync({ ticketId, status: 'issued', ...body })}
      >
        <TextField
          name="invoiceNo"
          label={t('invoiceNo')}
          extra={t('invoiceNoHint')}
          maxLength={40}
        />
      </FormDrawer>
      <StepForm
        open={form === 'reject'}
        onClose={leave}
        title={t('rejectTitle', { name: invoice.ticketNo })}
        submitLabel={t('reject')}
        label={t('terms:reason')}
        hint={t('rejectHint')}
        schema={InvoiceStatus}
        initial={{ status: 'rejected', text: '', version }}
        onSubmit={(body) => decide.mutateAsync({ ticketId, ...body })}
      />
    </>
  )
}

/** One invoice: its contents, its history, and the document. */
export const InvoiceView = ({ ticketId }: { ticketId: string }) => {
  const { t } = useTranslation('invoices')
  const asked = useQuery(buildQuery('getInvoice', { params: { ticketId } }))
  return (
    <DetailOf row={undefined} asked={asked}>
      {(invoice) => (
        <div className="grid gap-16">
          <div className={`flex wrap gap-8 ${style.actions}`}>
            {invoice.can.decide && <Decision invoice={invoice} />}
            {invoice.state === 'issued' && (
              <Link to={`/institution_manage/invoice-list/${ticketId}/print`}>{t('print')}</Link>
            )}
          </div>
          <Known invoice={invoice} />
          <Lines invoice={invoice} />
        </div>
      )}
    </DetailOf>
  )
}
