import { buildChange } from '../../../lib/use-change.ts'

/** Operations that show suspicions, or their state. */
const shown = ['listClaimSuspicions', 'getClaimSuspicion', 'getSortie', 'getPlotSprayings'] as const

export const useLook = buildChange('lookAtClaim', shown)
export const useComment = buildChange('commentClaim', shown)
export const useDecide = buildChange('decideClaim', shown)
export const useReopen = buildChange('reopenClaim', shown)
