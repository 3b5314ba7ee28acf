import type { ScreenLine } from '../../lib/screen-line.ts'

export const screens: readonly ScreenLine[] = [
  {
    screen: 'account-detail',
    path: '/institution_manage/account-detail/webhooks',
    help: 'webhooks',
    title: 'terms:webhooks',
    load: async () => (await import('./webhooks/webhook-list-screen.tsx')).WebhookListScreen,
  },
  {
    screen: 'account-detail',
    path: '/institution_manage/account-detail/webhooks/:webhookId',
    help: 'webhook-deliveries',
    title: 'terms:webhooks',
    load: async () => (await import('./webhooks/delivery-list-screen.tsx')).DeliveryListScreen,
  },
]
