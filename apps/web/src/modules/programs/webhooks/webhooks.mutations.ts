import { buildChange } from '../../../lib/use-change.ts'

const shown = ['listWebhooks', 'listWebhookDeliveries'] as const

export const useCreateWebhook = buildChange('createWebhook', shown)
export const useUpdateWebhook = buildChange('updateWebhook', shown)
export const useDeleteWebhook = buildChange('deleteWebhook', shown)
export const useRenewWebhookSecret = buildChange('renewWebhookSecret', shown)
export const useTestWebhook = buildChange('testWebhook', [])
export const useRepeatDeliveries = buildChange('repeatWebhookDeliveries', shown)
