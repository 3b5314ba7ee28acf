import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  MinusCircleOutlined,
  SendOutlined,
  WarningOutlined,
} from '@ant-design/icons'
import type { CommandState } from '@swath/domain/command'
import type { ReactNode } from 'react'

export const stateIcons: Readonly<Record<CommandState, ReactNode>> = {
  waiting: <ClockCircleOutlined aria-hidden />,
  sent: <SendOutlined aria-hidden />,
  done: <CheckCircleOutlined aria-hidden />,
  refused: <CloseCircleOutlined aria-hidden />,
  expired: <WarningOutlined aria-hidden />,
  cancelled: <MinusCircleOutlined aria-hidden />,
}
