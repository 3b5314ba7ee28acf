import type { ScreenLine } from '../../lib/screen-line.ts'

export const screens: readonly ScreenLine[] = [
  {
    screen: 'bulletin-list',
    path: '/bulletin_manage/bulletin-list',
    layout: 'page',
    title: 'app:bulletinList',
    texts: ['bulletins', 'anomalies'],
    load: async () => (await import('./bulletins/bulletin-list-screen.tsx')).BulletinListScreen,
  },
  {
    screen: 'bulletin-list',
    path: '/bulletin_manage/bulletin-list/:bulletinId/receipts',
    layout: 'page',
    title: 'app:bulletinReceipts',
    texts: ['bulletins'],
    load: async () => (await import('./bulletins/receipt-list-screen.tsx')).ReceiptListScreen,
  },
  {
    screen: 'bulletin-create',
    path: '/bulletin_manage/bulletin-create',
    layout: 'page',
    title: 'app:bulletinCreate',
    texts: ['bulletins'],
    load: async () => (await import('./bulletins/bulletin-editor-screen.tsx')).BulletinEditorScreen,
  },
  {
    screen: 'bulletin-create',
    path: '/bulletin_manage/bulletin-create/:bulletinId',
    layout: 'page',
    title: 'app:bulletinCreate',
    texts: ['bulletins'],
    load: async () => (await import('./bulletins/bulletin-editor-screen.tsx')).BulletinEditorScreen,
  },
]
