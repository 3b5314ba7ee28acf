import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  MinusCircleOutlined,
  RollbackOutlined,
} from '@ant-design/icons'
import { orderList, type OrderState } from '@swath/contract/money/orders'
import { useTranslation } from 'react-i18next'
import { MarkedTag, type TagLooks } from '../../../ui/state-tags.tsx'

export const stateLabels = orderList.columns.state.labels
export const typeLabels = orderList.columns.orderType.labels

const tagLooks: TagLooks<OrderState> = {
  unpaid: { mark: <ClockCircleOutlined aria-hidden />, tone: 'waiting' },
  paid: { mark: <CheckCircleOutlined aria-hidden />, tone: 'good' },
  refunding: { mark: <RollbackOutlined aria-hidden />, tone: 'waiting' },
  refunded: { mark: <RollbackOutlined aria-hidden /> },
  cancelled: { mark: <MinusCircleOutlined aria-hidden /> },
}

export const OrderStateTag = ({ state }: { state: OrderState }) => {
  const { t } = useTranslation('orders')
  return <MarkedTag look={tagLooks[state]}>{t(stateLabels[state])}</MarkedTag>
}
