import { useStateChips } from './count-chips.tsx'

/** As in the API: 1 pending, 2 approved, 3 rejected. */
const states = ['all', '1', '2', '3'] as const
const labels = { 1: 'ui:reviewWaiting', 2: 'ui:reviewPassed', 3: 'ui:reviewRejected' }

type Counts = { notCheckNum: number; passedNum: number; rejectedNum: number }

/** Applications by the state of their review; each count is a filter. */
export const useReviewChips = (counts: Counts | undefined) =>
  useStateChips({
    name: 'applyStatus',
    states,
    labels,
    counts: counts && { 1: counts.notCheckNum, 2: counts.passedNum, 3: counts.rejectedNum },
  })
