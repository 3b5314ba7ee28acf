import { CheckCircleOutlined, ClockCircleOutlined, MinusCircleOutlined } from '@ant-design/icons'
import type { Payment, PaymentProvider } from '@swath/contract/money/payments'
import { useTranslation } from 'react-i18next'
import { MarkedTag, type TagLooks } from '../../../ui/state-tags.tsx'

export const providerLabels = {
  transfer: 'payments:transfer',
  wechat: 'payments:wechat',
} as const satisfies Record<PaymentProvider, string>

const labels: Readonly<Record<Payment['state'], string>> = {
  open: 'payments:stateOpen',
  paid: 'payments:statePaid',
  closed: 'payments:stateClosed',
}
const tagLooks: TagLooks<Payment['state']> = {
  open: { mark: <ClockCircleOutlined aria-hidden />, tone: 'waiting' },
  paid: { mark: <CheckCircleOutlined aria-hidden />, tone: 'good' },
  closed: { mark: <MinusCircleOutlined aria-hidden /> },
}

export const PaymentStateTag = ({ state }: { state: Payment['state'] }) => {
  const { t } = useTranslation('payments')
  return <MarkedTag look={tagLooks[state]}>{t(labels[state])}</MarkedTag>
}
