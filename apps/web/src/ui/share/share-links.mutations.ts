import { buildChange } from '../../lib/use-change.ts'

export const useCreateShareLink = buildChange('createShareLink', ['listShareLinks'])
export const useRevokeShareLink = buildChange('revokeShareLink', ['listShareLinks'])
