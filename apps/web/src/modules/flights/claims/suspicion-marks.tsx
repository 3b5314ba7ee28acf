import type { FlightSuspicion } from '@swath/contract/claims'
import { useTranslation } from 'react-i18next'
import { ClaimLink } from './claim-link.tsx'
import { ClaimStateTag } from './claim-state.tsx'
import { causeLabels } from './claim.labels.ts'
import style from './claims.module.css'

type Marked = Pick<FlightSuspicion, 'suspicionId' | 'cause' | 'state'>

/** What is suspected of a flight among others, each with the way to it. */
export const SuspicionMarks = ({ suspicions }: { suspicions: readonly Marked[] }) => {
  const { t } = useTranslation('claims')
  return suspicions.map(({ suspicionId, cause, state }) => (
    <div key={suspicionId} className={style.mark}>
      <ClaimStateTag state={state} />
      {t(causeLabels[cause])}
      <ClaimLink suspicionId={suspicionId} />
    </div>
  ))
}
