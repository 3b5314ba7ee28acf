import type { FlightSuspicion } from '@swath/contract/flights/claims'
import { useTranslation } from 'react-i18next'
import { ClaimLink } from './claim-link.tsx'
import { ClaimStateTag } from './claim-state.tsx'
import { causeLabels } from './claim.labels.ts'

type Marked = Pick<FlightSuspicion, 'suspicionId' | 'cause' | 'state'>

/** Suspicions of a flight in a list, each with a link. */
export const SuspicionMarks = ({ suspicions }: { suspicions: readonly Marked[] }) => {
  const { t } = useTranslation('claims')
  return suspicions.map(({ suspicionId, cause, state }) => (
    <div key={suspicionId} className="flex wrap gap-4-8 items-center text-12">
      <ClaimStateTag state={state} />
      {t(causeLabels[cause])}
      <ClaimLink suspicionId={suspicionId} />
    </div>
  ))
}
