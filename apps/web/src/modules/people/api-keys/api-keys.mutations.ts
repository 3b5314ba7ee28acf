import { buildChange } from '../../../lib/use-change.ts'

const shown = ['listApiKeys'] as const

export const useCreateApiKey = buildChange('createApiKey', shown)
export const useRevokeApiKey = buildChange('revokeApiKey', shown)
