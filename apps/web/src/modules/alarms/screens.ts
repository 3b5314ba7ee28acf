import type { ScreenLine } from '../../lib/screen-line.ts'

export const screens: readonly ScreenLine[] = [
  {
    screen: 'bulletin-list',
    path: '/bulletin_manage/bulletin-list',
    title: 'app:bulletinList',
    load: async () => (await import('./bulletins/bulletin-list-screen.tsx')).BulletinListScreen,
  },
  {
    screen: 'bulletin-list',
    path: '/bulletin_manage/bulletin-list/alarms',
    help: 'alarms',
    menuAfter: 'monitor',
    title: 'terms:alarms',
    load: async () => (await import('./bulletins/bulletin-list-screen.tsx')).AlarmListScreen,
  },
  {
    screen: 'bulletin-list',
    path: '/bulletin_manage/bulletin-list/:bulletinId/receipts',
    help: 'receipts',
    title: 'app:bulletinReceipts',
    load: async () => (await import('./bulletins/receipt-list-screen.tsx')).ReceiptListScreen,
  },
  {
    screen: 'bulletin-list',
    path: '/bulletin_manage/bulletin-list/messages',
    help: 'alarm-messages',
    menuPage: '/bulletin_manage/bulletin-list/alarms',
    title: 'app:alarmMessages',
    load: async () => (await import('./anomalies/alarm-message-screen.tsx')).AlarmMessageScreen,
  },
  {
    screen: 'bulletin-create',
    path: '/bulletin_manage/bulletin-create',
    title: 'app:bulletinCreate',
    load: async () => (await import('./bulletins/bulletin-editor-screen.tsx')).BulletinEditorScreen,
  },
  {
    screen: 'bulletin-create',
    path: '/bulletin_manage/bulletin-create/:bulletinId',
    title: 'app:bulletinCreate',
    load: async () => (await import('./bulletins/bulletin-editor-screen.tsx')).BulletinEditorScreen,
  },
]
