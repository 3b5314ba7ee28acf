import { CheckCircleOutlined, ClockCircleOutlined, CloseCircleOutlined } from '@ant-design/icons'
import { invoiceList, type InvoiceState } from '@swath/contract/money/invoices'
import { useTranslation } from 'react-i18next'
import { MarkedTag, type TagLooks } from '../../../ui/state-tags.tsx'

export const stateLabels = invoiceList.columns.state.labels
export const ticketLabels = invoiceList.columns.ticketType.labels

const tagLooks: TagLooks<InvoiceState> = {
  applied: { mark: <ClockCircleOutlined aria-hidden />, tone: 'waiting' },
  issued: { mark: <CheckCircleOutlined aria-hidden />, tone: 'good' },
  rejected: { mark: <CloseCircleOutlined aria-hidden />, tone: 'bad' },
}

export const InvoiceStateTag = ({ state }: { state: InvoiceState }) => {
  const { t } = useTranslation('invoices')
  return <MarkedTag look={tagLooks[state]}>{t(stateLabels[state])}</MarkedTag>
}
