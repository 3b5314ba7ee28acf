import { keepUntilChanged } from '../../../lib/query.ts'
import { buildChange } from '../../../lib/use-change.ts'

keepUntilChanged('getMemberFactors', 'listFactorResets')
const shown = ['getMemberFactors', 'listFactorResets', 'listMembers'] as const

export const useAskReset = buildChange('askFactorReset', shown)
export const useConfirmReset = buildChange('confirmFactorReset', shown)
export const useCancelReset = buildChange('cancelFactorReset', shown)
export const useSetRule = buildChange('setFactorRule', ['getFactorRule'])
