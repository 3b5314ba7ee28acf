import type { ClaimSuspicion } from '@swath/contract/claims'
import { useTranslation } from 'react-i18next'
import { causeLabels, ClaimEvidence } from './claim-detail.tsx'

/** Of one flight, for who supervises it; others have none. */
export const FlightSuspicions = ({ suspicions }: { suspicions: readonly ClaimSuspicion[] }) => {
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
              })}`}
          </summary>
          <ClaimEvidence suspicion={suspicion} />
        </details>
      ))}
    </section>
  )
}
