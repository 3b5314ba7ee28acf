import type { Order } from '@swath/contract/money/orders'
import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showSuccess } from '../../../lib/errors.ts'
import { formatCount, formatMoney } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { settle } from '../../../lib/use-change.ts'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { InformationForm } from './information-form.tsx'
import { ticketLabels } from './invoice-state.tsx'
import { useApplyInvoice } from './invoices.mutations.ts'

const dialogPx = 480

type Props = { orders: readonly Order[]; onClose: () => void }

/** Requests an invoice for these paid orders, with its contents shown for review first. */
export const InvoiceApplication = ({ orders, onClose }: Props) => {
  const { t } = useTranslation('invoices')
  const info = useQuery(buildQuery('getInvoiceInfo')).data
  const apply = useApplyInvoice()
  const [isEditing, setEditing] = useState(false)
  const first = orders[0]
  if (!first || !info) return null
  const isEntered = info.version !== null
  const amountMinor = orders.reduce((sum, order) => sum + order.amountMinor, 0)
  const send = async (): Promise<void> => {
    const { ticketNo } = await apply.mutateAsync({ orderIds: orders.map(({ orderId }) => orderId) })
    showSuccess(t('applied', { name: ticketNo }))
    onClose()
  }
  return (
    <>
      <Modal
        open={!isEditing}
        centered
        width={dialogPx}
        title={t('applyTitle', { amount: formatMoney({ amountMinor, currency: first.currency }) })}
        okText={t('apply')}
        okButtonProps={{ disabled: !isEntered, loading: apply.isPending }}
        cancelText={t('terms:cancel')}
        onOk={() => void settle(send())}
        onCancel={onClose}
      >
        <div className="grid gap-16">
          <p className="muted mb-16">{t(isEntered ? 'applyHint' : 'informationMissing')}</p>
          <Facts>
            <Fact label={t('orderNum')}>{formatCount(orders.length)}</Fact>
            <Fact label={t('ticketType')}>{t(ticketLabels[info.ticketType])}</Fact>
            <Fact label={t('busiName')}>{info.busiName}</Fact>
            <Fact label={t('taxNum')}>{info.taxNum}</Fact>
          </Facts>
          <Button onClick={() => setEditing(true)}>{t('information')}</Button>
        </div>
      </Modal>
      {isEditing && <InformationForm onClose={() => setEditing(false)} />}
    </>
  )
}
