import type { Operation } from '@swath/contract/api'
import { call } from '../../../lib/api.ts'
import { useChange, type Body } from '../../../lib/use-change.ts'

type OfClaim<O extends Operation> = { suspicionId: string } & Body<O>

/** What shows suspicions, or what became of them. */
const shown = ['listClaimSuspicions', 'getClaimSuspicion', 'getSortie', 'getPlotSprayings'] as const

export const useLook = () =>
  useChange({
    run: ({ suspicionId, ...body }: OfClaim<'lookAtClaim'>) =>
      call('lookAtClaim', { params: { suspicionId }, body }),
    outdated: shown,
  })
export const useComment = () =>
  useChange({
    run: ({ suspicionId, ...body }: OfClaim<'commentClaim'>) =>
      call('commentClaim', { params: { suspicionId }, body }),
    outdated: shown,
  })
export const useDecide = () =>
  useChange({
    run: ({ suspicionId, ...body }: OfClaim<'decideClaim'>) =>
      call('decideClaim', { params: { suspicionId }, body }),
    outdated: shown,
  })
export const useReopen = () =>
  useChange({
    run: ({ suspicionId, ...body }: OfClaim<'reopenClaim'>) =>
      call('reopenClaim', { params: { suspicionId }, body }),
    outdated: shown,
  })
