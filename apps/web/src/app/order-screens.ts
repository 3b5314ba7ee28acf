// Screens of what the service costs: orders, their bills and invoices.
import type { ScreenLine } from './screen-line.ts'

const texts = ['orders', 'payments', 'invoices'] as const

export const orderScreens: readonly ScreenLine[] = [
  {
    screen: 'order-list',
    path: '/institution_manage/order-list',
    layout: 'page',
    title: 'app:orderList',
    texts,
    load: async () =>
      (await import('../modules/money/orders/order-list-screen.tsx')).OrderListScreen,
  },
  {
    screen: 'order-list',
    path: '/institution_manage/order-list/differences',
    layout: 'page',
    title: 'app:paymentDifferences',
    texts: ['payments'],
    load: async () =>
      (await import('../modules/money/payments/difference-list-screen.tsx')).DifferenceListScreen,
  },
  {
    screen: 'order-list',
    path: '/institution_manage/order-list/bills/:paymentId',
    layout: 'page',
    title: 'app:orderBill',
    texts: ['payments', 'work-reports'],
    load: async () => (await import('../modules/money/payments/bill-screen.tsx')).BillScreen,
  },
  {
    screen: 'invoice-list',
    path: '/institution_manage/invoice-list',
    layout: 'page',
    title: 'app:invoiceList',
    texts,
    load: async () =>
      (await import('../modules/money/invoices/invoice-list-screen.tsx')).InvoiceListScreen,
  },
  {
    screen: 'invoice-list',
    path: '/institution_manage/invoice-list/:ticketId/print',
    layout: 'page',
    title: 'app:invoicePrint',
    texts: [...texts, 'work-reports'],
    load: async () =>
      (await import('../modules/money/invoices/invoice-print-screen.tsx')).InvoicePrintScreen,
  },
]
