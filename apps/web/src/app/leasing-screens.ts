// Screens of leasing: clients, leases, prices and what they come to.
import type { ScreenLine } from './screen-line.ts'

export const leasingScreens: readonly ScreenLine[] = [
  {
    screen: 'lease-data-stat',
    path: '/leasing_business/lease-data-stat',
    layout: 'page',
    title: 'app:leaseDataStat',
    texts: ['leasing'],
    load: async () =>
      (await import('../modules/money/leasing/lease-data-stat-screen.tsx')).LeaseDataStatScreen,
  },
  {
    screen: 'client-list',
    path: '/leasing_business/client-list',
    layout: 'page',
    title: 'app:clientList',
    texts: ['leasing'],
    load: async () =>
      (await import('../modules/money/leasing/client-list-screen.tsx')).ClientListScreen,
  },
  {
    screen: 'client-chart',
    path: '/leasing_business/client-list/:id/chart',
    numbers: ['id'],
    layout: 'page',
    title: 'app:clientChart',
    texts: ['leasing'],
    load: async () =>
      (await import('../modules/money/leasing/client-chart-screen.tsx')).ClientChartScreen,
  },
  {
    screen: 'lease-list',
    path: '/leasing_business/lease-list',
    layout: 'page',
    title: 'app:leaseList',
    texts: ['leasing'],
    load: async () =>
      (await import('../modules/money/leasing/lease-list-screen.tsx')).LeaseListScreen,
  },
  {
    screen: 'operator-data-stat',
    path: '/leasing_business/operator-data-stat',
    layout: 'page',
    title: 'app:operatorDataStat',
    texts: ['leasing'],
    load: async () =>
      (await import('../modules/money/leasing/operator-data-stat-screen.tsx'))
        .OperatorDataStatScreen,
  },
  {
    screen: 'operator-data-stat',
    path: '/leasing_business/contract/:contractId',
    // Lessors come from their clients, tenants from what is lent to them.
    menuEntries: ['client-list', 'operator-data-stat'],
    layout: 'page',
    title: 'app:leaseContract',
    texts: ['leasing'],
    load: async () => (await import('../modules/money/leasing/contract-screen.tsx')).ContractScreen,
  },
  {
    screen: 'basic-price-list',
    path: '/leasing_business/basic-price-list',
    layout: 'page',
    title: 'app:basicPriceList',
    texts: ['leasing'],
    load: async () =>
      (await import('../modules/money/leasing/basic-price-list-screen.tsx')).BasicPriceListScreen,
  },
  {
    screen: 'monitor',
    alsoOn: ['account-detail', 'work-record'],
    path: '/leasing_business/activation',
    menuEntries: ['operator-data-stat'],
    layout: 'page',
    title: 'app:rentalActivation',
    texts: ['leasing'],
    load: async () =>
      (await import('../modules/money/leasing/activation-screen.tsx')).ActivationScreen,
  },
  {
    screen: 'monitor',
    alsoOn: ['account-detail', 'work-record'],
    path: '/leasing_business/shared-drone/:token',
    menuEntries: ['operator-data-stat'],
    layout: 'page',
    title: 'app:sharedDrone',
    texts: ['leasing'],
    load: async () =>
      (await import('../modules/money/leasing/shared-drone-screen.tsx')).SharedDroneScreen,
  },
]
