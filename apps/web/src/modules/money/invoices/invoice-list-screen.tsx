import { invoiceList, invoiceStates } from '@swath/contract/money/invoices'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatMoney } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { useStateChips } from '../../../ui/count-chips.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { useLoadedRows } from '../../../ui/use-loaded-rows.ts'
import { InformationForm } from './information-form.tsx'
import { InvoiceView } from './invoice-detail.tsx'
import { InvoiceStateTag, stateLabels } from './invoice-state.tsx'

const states = ['all', ...invoiceStates] as const

/** Invoices for paid orders: requests, and their state. */
export const InvoiceListScreen = () => {
  const { t } = useTranslation('invoices')
  const { answer, onLoaded } = useLoadedRows<typeof invoiceList>()
  const [isEditing, setEditing] = useState(false)
  const mayEdit = useQuery(buildQuery('getInvoiceInfo')).data?.can.update
  const { asked, chips } = useStateChips({ states, labels: stateLabels, counts: answer?.stats })
  return (
    <>
      <ListScreen
        list={invoiceList}
        title={t('app:invoiceList')}
        head={chips}
        as={{ narrowed: { state: asked } }}
        shown={[
          'ticketNo',
          'state',
          'appliedAt',
          'busiName',
          'ticketType',
          'amountMinor',
          'invoiceNo',
        ]}
        cellRenderers={{
          state: { render: ({ state }) => <InvoiceStateTag state={state} /> },
          amountMinor: { render: (invoice) => formatMoney(invoice), number: true },
        }}
        filters={[
          { name: 'number', label: t('number') },
          'busiName',
          'accountName',
          { from: 'startTime', to: 'endTime', label: t('appliedAt') },
        ]}
        actions={mayEdit && <Button onClick={() => setEditing(true)}>{t('information')}</Button>}
        rows={{
          onLoaded,
          detail: {
            title: (_id, row) => row?.ticketNo ?? t('invoice'),
            render: (ticketId) => <InvoiceView key={ticketId} ticketId={ticketId} />,
          },
        }}
        empty={{
          title: t('none'),
          reason: t('noneReason'),
          action: <Link to="/institution_manage/order-list?state=paid">{t('toPaidOrders')}</Link>,
        }}
      />
      {isEditing && <InformationForm onClose={() => setEditing(false)} />}
    </>
  )
}
