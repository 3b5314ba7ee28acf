import { CheckCircleOutlined, ClockCircleOutlined, MinusCircleOutlined } from '@ant-design/icons'
import type { Payment, PaymentProvider } from '@swath/contract/payments'
import { useTranslation } from 'react-i18next'
import { StateTag, type Tone } from '../../../ui/state-tags.tsx'

export const providerLabels = {
  transfer: 'payments:transfer',
  wechat: 'payments:wechat',
} as const satisfies Record<PaymentProvider, string>

// A shape for each state, in addition to the colour.
const looks = {
  open: { mark: <ClockCircleOutlined aria-hidden />, tone: 'waiting', label: 'payments:stateOpen' },
  paid: { mark: <CheckCircleOutlined aria-hidden />, tone: 'good', label: 'payments:statePaid' },
  closed: {
    mark: <MinusCircleOutlined aria-hidden />,
    tone: undefined,
    label: 'payments:stateClosed',
  },
} as const satisfies Record<
  Payment['state'],
  { mark: React.ReactNode; tone: Tone | undefined; label: string }
>

export const PaymentStateTag = ({ state }: { state: Payment['state'] }) => {
  const { t } = useTranslation('payments')
  const { mark, tone, label } = looks[state]
  return (
    <StateTag tone={tone}>
      <span className="inline-flex gap-4 items-center">
        {mark}
        {t(label)}
      </span>
    </StateTag>
  )
}
