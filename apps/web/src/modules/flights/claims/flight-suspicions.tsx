import type { FlightSuspicion } from '@swath/contract/flights/claims'
import { useTranslation } from 'react-i18next'
import { ClaimEvidence } from './claim-evidence.tsx'
import { ClaimLink } from './claim-link.tsx'
import { ClaimStateTag } from './claim-state.tsx'
import { causeLabels } from './claim.labels.ts'

/** Suspicions of one flight. The API only returns them to its supervisors. */
export const FlightSuspicions = ({ suspicions }: { suspicions: readonly FlightSuspicion[] }) => {
  const { t } = useTranslation('claims')
  if (suspicions.length === 0) return null
  return (
    <section>
      <h3>{t('terms:suspectedFalseClaims')}</h3>
      <p>{t('hint')}</p>
      {suspicions.map((suspicion) => (
        <details key={suspicion.suspicionId}>
          <summary>
            {t(causeLabels[suspicion.cause])}
            {suspicion.other &&
              ` · ${t('byOperator', {
                name: suspicion.other.droneName,
                operator: suspicion.other.yyAccountName ?? suspicion.other.droneId,
              })}`}{' '}
            <ClaimStateTag state={suspicion.state} />
          </summary>
          <ClaimEvidence suspicion={suspicion} />
          <ClaimLink suspicionId={suspicion.suspicionId} />
        </details>
      ))}
    </section>
  )
}
