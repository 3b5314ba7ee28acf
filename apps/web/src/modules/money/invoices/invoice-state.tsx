import { CheckCircleOutlined, ClockCircleOutlined, CloseCircleOutlined } from '@ant-design/icons'
import { invoiceList, type InvoiceState } from '@swath/contract/invoices'
import { useTranslation } from 'react-i18next'
import { StateTag, type Tone } from '../../../ui/state-tags.tsx'

export const stateLabels = invoiceList.columns.state.words
export const ticketLabels = invoiceList.columns.ticketType.words

// A shape for each state, in addition to the colour.
const looks = {
  applied: { mark: <ClockCircleOutlined aria-hidden />, tone: 'waiting' },
  issued: { mark: <CheckCircleOutlined aria-hidden />, tone: 'good' },
  rejected: { mark: <CloseCircleOutlined aria-hidden />, tone: 'bad' },
} as const satisfies Record<InvoiceState, { mark: React.ReactNode; tone: Tone | undefined }>

export const InvoiceStateTag = ({ state }: { state: InvoiceState }) => {
  const { t } = useTranslation('invoices')
  const { mark, tone } = looks[state]
  return (
    <StateTag tone={tone}>
      <span className="inline-flex gap-4 items-center">
        {mark}
        {t(stateLabels[state])}
      </span>
    </StateTag>
  )
}
