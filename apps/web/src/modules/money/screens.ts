import type { ScreenLine } from '../../lib/screen-line.ts'

export const screens: readonly ScreenLine[] = [
  {
    screen: 'order-list',
    path: '/institution_manage/order-list',
    title: 'app:orderList',
    load: async () => (await import('./orders/order-list-screen.tsx')).OrderListScreen,
  },
  {
    screen: 'order-list',
    path: '/institution_manage/order-list/differences',
    title: 'app:paymentDifferences',
    load: async () => (await import('./payments/difference-list-screen.tsx')).DifferenceListScreen,
  },
  {
    screen: 'order-list',
    path: '/institution_manage/order-list/bills/:paymentId',
    title: 'app:orderBill',
    load: async () => (await import('./payments/bill-screen.tsx')).BillScreen,
  },
  {
    screen: 'invoice-list',
    path: '/institution_manage/invoice-list',
    title: 'app:invoiceList',
    load: async () => (await import('./invoices/invoice-list-screen.tsx')).InvoiceListScreen,
  },
  {
    screen: 'invoice-list',
    path: '/institution_manage/invoice-list/:ticketId/print',
    title: 'app:invoicePrint',
    load: async () => (await import('./invoices/invoice-print-screen.tsx')).InvoicePrintScreen,
  },
  {
    screen: 'lease-data-stat',
    path: '/leasing_business/lease-data-stat',
    title: 'app:leaseDataStat',
    load: async () => (await import('./leasing/lease-data-stat-screen.tsx')).LeaseDataStatScreen,
  },
  {
    screen: 'client-list',
    path: '/leasing_business/client-list',
    title: 'app:clientList',
    load: async () => (await import('./leasing/client-list-screen.tsx')).ClientListScreen,
  },
  {
    screen: 'client-chart',
    path: '/leasing_business/client-list/:id/chart',
    numbers: ['id'],
    title: 'app:clientChart',
    load: async () => (await import('./leasing/client-chart-screen.tsx')).ClientChartScreen,
  },
  {
    screen: 'lease-list',
    path: '/leasing_business/lease-list',
    title: 'app:leaseList',
    load: async () => (await import('./leasing/lease-list-screen.tsx')).LeaseListScreen,
  },
  {
    screen: 'operator-data-stat',
    path: '/leasing_business/operator-data-stat',
    title: 'app:operatorDataStat',
    load: async () =>
      (await import('./leasing/operator-data-stat-screen.tsx')).OperatorDataStatScreen,
  },
  {
    screen: 'operator-data-stat',
    path: '/leasing_business/contract/:contractId',
    // Lessors find contracts through their clients, tenants through their rentals.
    menuEntries: ['client-list', 'operator-data-stat'],
    title: 'app:leaseContract',
    load: async () => (await import('./leasing/contract-screen.tsx')).ContractScreen,
  },
  {
    screen: 'basic-price-list',
    path: '/leasing_business/basic-price-list',
    title: 'app:basicPriceList',
    load: async () => (await import('./leasing/basic-price-list-screen.tsx')).BasicPriceListScreen,
  },
  {
    screen: 'monitor',
    alsoOn: ['account-detail', 'work-record'],
    path: '/leasing_business/activation',
    menuEntries: ['operator-data-stat'],
    title: 'app:rentalActivation',
    load: async () => (await import('./leasing/activation-screen.tsx')).ActivationScreen,
  },
  {
    screen: 'monitor',
    alsoOn: ['account-detail', 'work-record'],
    path: '/leasing_business/shared-drone/:token',
    menuEntries: ['operator-data-stat'],
    title: 'app:sharedDrone',
    load: async () => (await import('./leasing/shared-drone-screen.tsx')).SharedDroneScreen,
  },
  {
    screen: 'bill-list',
    path: '/leasing_business/bill-list',
    title: 'app:billList',
    load: async () => (await import('./lease-billing/bill-list-screen.tsx')).BillListScreen,
  },
  {
    screen: 'bill-list',
    path: '/leasing_business/bill-list/recharges',
    title: 'app:billList',
    load: async () => (await import('./lease-billing/recharge-list-screen.tsx')).RechargeListScreen,
  },
  {
    screen: 'bill-list',
    path: '/leasing_business/bill-list/balances',
    title: 'app:billList',
    load: async () => (await import('./lease-billing/balance-list-screen.tsx')).BalanceListScreen,
  },
  {
    screen: 'bill-list',
    path: '/leasing_business/bill-list/months',
    title: 'app:billList',
    load: async () => (await import('./lease-billing/month-list-screen.tsx')).MonthListScreen,
  },
  {
    screen: 'bill-list',
    path: '/leasing_business/bill-list/statement/:id',
    numbers: ['id'],
    title: 'app:leaseStatement',
    load: async () => (await import('./lease-billing/statement-screen.tsx')).StatementScreen,
  },
  {
    screen: 'work-record',
    path: '/leasing_business/work-record',
    title: 'app:workRecord',
    load: async () => (await import('./lease-billing/work-record-screen.tsx')).WorkRecordScreen,
  },
]
