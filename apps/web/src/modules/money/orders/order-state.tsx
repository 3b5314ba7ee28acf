import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  MinusCircleOutlined,
  RollbackOutlined,
} from '@ant-design/icons'
import { orderList, type OrderState } from '@swath/contract/orders'
import { useTranslation } from 'react-i18next'
import { StateTag, type Tone } from '../../../ui/state-tags.tsx'

export const stateLabels = orderList.columns.state.words
export const typeLabels = orderList.columns.orderType.words

// A shape for each state, in addition to the colour.
const looks = {
  unpaid: { mark: <ClockCircleOutlined aria-hidden />, tone: 'waiting' },
  paid: { mark: <CheckCircleOutlined aria-hidden />, tone: 'good' },
  refunding: { mark: <RollbackOutlined aria-hidden />, tone: 'waiting' },
  refunded: { mark: <RollbackOutlined aria-hidden />, tone: undefined },
  cancelled: { mark: <MinusCircleOutlined aria-hidden />, tone: undefined },
} as const satisfies Record<OrderState, { mark: React.ReactNode; tone: Tone | undefined }>

export const OrderStateTag = ({ state }: { state: OrderState }) => {
  const { t } = useTranslation('orders')
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
