import { buildChange, tellButConflict } from '../../../lib/use-change.ts'

const rules = ['listSubsidyRules', 'getSubsidyRule'] as const
const shown = [
  ...rules,
  'listSubsidies',
  'getSubsidy',
  'getSubsidySummary',
  'getSubsidyRegions',
  'listSubsidyLines',
  'getSubsidyLine',
  'listSubsidyLeftOut',
  'listSubsidyObjections',
] as const

export const useCreateRule = buildChange('createSubsidyRule', rules)
export const useUpdateRule = buildChange('updateSubsidyRule', rules, { refused: tellButConflict })
export const useDeleteRule = buildChange('deleteSubsidyRule', rules, { refused: 'shownByCaller' })
export const usePropose = buildChange('proposeSubsidy', shown)
export const useCorrect = buildChange('correctSubsidy', shown)
export const useRuleFlight = buildChange('ruleSubsidyFlight', shown)
export const useApprove = buildChange('approveSubsidy', shown)
export const usePay = buildChange('paySubsidy', shown)
export const useDeleteSubsidy = buildChange('deleteSubsidy', shown, { refused: 'shownByCaller' })
export const useObject = buildChange('objectToSubsidy', shown)
export const useDecideObjection = buildChange('decideSubsidyObjection', shown)
