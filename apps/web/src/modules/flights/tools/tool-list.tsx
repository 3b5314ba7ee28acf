import {
  AimOutlined,
  CalculatorOutlined,
  FileProtectOutlined,
  LineChartOutlined,
  QrcodeOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'

export type Tool = {
  readonly path: `/business_manage/tools/${string}`
  /** Text keys in tools.json. */
  readonly title: string
  readonly text: string
  readonly icon: ReactNode
}

export const toolsPath = '/business_manage/tools'

/** The most used tools in the field come first. */
export const tools: readonly Tool[] = [
  {
    path: `${toolsPath}/coordinates`,
    title: 'terms:coordinateConverter',
    text: 'tools:coordinatesText',
    icon: <AimOutlined />,
  },
  {
    path: `${toolsPath}/areas`,
    title: 'terms:areaAndDoseConverter',
    text: 'tools:areasText',
    icon: <CalculatorOutlined />,
  },
  {
    path: `${toolsPath}/flight-logs`,
    title: 'terms:flightLogViewer',
    text: 'tools:logsText',
    icon: <LineChartOutlined />,
  },
  {
    path: `${toolsPath}/firmware-check`,
    title: 'terms:firmwareFileCheck',
    text: 'tools:firmwareText',
    icon: <FileProtectOutlined />,
  },
  {
    path: `${toolsPath}/qr-codes`,
    title: 'terms:qrCodes',
    text: 'tools:qrCodesText',
    icon: <QrcodeOutlined />,
  },
]
