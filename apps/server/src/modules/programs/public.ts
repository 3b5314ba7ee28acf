// The entry point of this module for other modules.
export { beginEra } from './changes/changes.queries.ts'
export { startWebhooks } from './webhooks/start-webhooks.ts'
export { webhookSecretPurpose } from './webhooks/webhook-secret.ts'
