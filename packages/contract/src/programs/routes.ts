import { changeRoutes } from './changes.ts'
import { webhookRoutes } from './webhooks.ts'

export const programsRoutes = { ...changeRoutes, ...webhookRoutes }
