// Screens of the money of leases.
import type { ScreenLine } from './screen-line.ts'

// Prices are said as leasing says them; recharges are paid as everything is.
const texts = ['lease-billing', 'leasing', 'payments', 'orders'] as const

export const billScreens: readonly ScreenLine[] = [
  {
    screen: 'bill-list',
    path: '/leasing_business/bill-list',
    layout: 'page',
    title: 'app:billList',
    texts,
    load: async () =>
      (await import('../modules/money/lease-billing/bill-list-screen.tsx')).BillListScreen,
  },
  {
    screen: 'bill-list',
    path: '/leasing_business/bill-list/recharges',
    layout: 'page',
    title: 'app:billList',
    texts,
    load: async () =>
      (await import('../modules/money/lease-billing/recharge-list-screen.tsx')).RechargeListScreen,
  },
  {
    screen: 'bill-list',
    path: '/leasing_business/bill-list/balances',
    layout: 'page',
    title: 'app:billList',
    texts,
    load: async () =>
      (await import('../modules/money/lease-billing/balance-list-screen.tsx')).BalanceListScreen,
  },
  {
    screen: 'bill-list',
    path: '/leasing_business/bill-list/months',
    layout: 'page',
    title: 'app:billList',
    texts,
    load: async () =>
      (await import('../modules/money/lease-billing/month-list-screen.tsx')).MonthListScreen,
  },
  {
    screen: 'bill-list',
    path: '/leasing_business/bill-list/statement/:id',
    numbers: ['id'],
    layout: 'page',
    title: 'app:leaseStatement',
    texts: ['lease-billing', 'leasing', 'work-reports'],
    load: async () =>
      (await import('../modules/money/lease-billing/statement-screen.tsx')).StatementScreen,
  },
  {
    screen: 'work-record',
    path: '/leasing_business/work-record',
    layout: 'page',
    title: 'app:workRecord',
    texts,
    load: async () =>
      (await import('../modules/money/lease-billing/work-record-screen.tsx')).WorkRecordScreen,
  },
]
