import { buildChange, tellButConflict } from '../../../lib/use-change.ts'

const shown = ['listIdentityProviders'] as const

export const useAddProvider = buildChange('addIdentityProvider', shown)
export const useUpdateProvider = buildChange('updateIdentityProvider', shown, {
  refused: tellButConflict,
})
export const useDeleteProvider = buildChange('deleteIdentityProvider', shown, {
  refused: 'shownByCaller',
})
export const useTestProvider = buildChange('testIdentityProvider', [])
export const useAddDomain = buildChange('addSignInDomain', shown)
export const useCheckDomain = buildChange('checkSignInDomain', shown)
export const useDeleteDomain = buildChange('deleteSignInDomain', shown, {
  refused: 'shownByCaller',
})
export const useSetDomain = buildChange('setSignInDomain', ['listSignInDomains'])
