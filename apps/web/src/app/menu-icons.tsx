import {
  AimOutlined,
  AlertOutlined,
  ApartmentOutlined,
  AppstoreOutlined,
  BarChartOutlined,
  LineChartOutlined,
  LogoutOutlined,
  NotificationOutlined,
  SettingOutlined,
  ShopOutlined,
  ToolOutlined,
} from '@ant-design/icons'
import type { MenuGroup } from '@swath/domain/access/menu-entries'
import type { Screen } from '@swath/domain/access/screens'
import type { ReactNode } from 'react'

/** Only first-level entries have an icon, because the collapsed menu shows only these. */
export const screenIcons: Readonly<Partial<Record<Screen, ReactNode>>> = {
  'workbench': <AppstoreOutlined />,
  'monitor': <AimOutlined />,
  'stat-overview': <LineChartOutlined />,
  'data-stat-list': <BarChartOutlined />,
}
/** Pages with a first-level entry of their own, by path. */
export const pageIcons: Readonly<Record<string, ReactNode>> = {
  '/bulletin_manage/bulletin-list/alarms': <AlertOutlined />,
}
export const groupIcons: Readonly<Record<MenuGroup, ReactNode>> = {
  business: <ToolOutlined />,
  organisation: <ApartmentOutlined />,
  announcements: <NotificationOutlined />,
  leasing: <ShopOutlined />,
}
export const actionIcons: Readonly<Record<'settings' | 'sign-out', ReactNode>> = {
  'settings': <SettingOutlined />,
  'sign-out': <LogoutOutlined />,
}
