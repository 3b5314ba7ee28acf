import { claimList, type ClaimSuspicion } from '@swath/contract/claims'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { muFromM2 } from '@swath/domain/units'
import { Area } from '../../ui/area.tsx'
import { Fact, FactGroup, Facts } from '../../ui/facts.tsx'
import { useOwnScreens } from '../../ui/own-screens.ts'
import { Time } from '../../ui/time.tsx'
import { evidenceLines } from '../anomalies/public.ts'

export const causeLabels = claimList.columns.cause.words

const FlightLink = ({
  droneId,
  sortieId,
  label,
}: {
  droneId: string
  sortieId: string
  label: string
}) =>
  useOwnScreens().findPath('drone-list') === undefined ? null : (
    <p>
      <Link
        to={`/business_manage/drone-list/${encodeURIComponent(droneId)}/history?tracks=${sortieId}&sortie=${sortieId}`}
      >
        {label}
      </Link>
    </p>
  )

/** What was measured, and by what it was judged. */
export const ClaimEvidence = ({ suspicion }: { suspicion: ClaimSuspicion }) => {
  const { t } = useTranslation('claims')
  return (
    <Facts>
      {evidenceLines(suspicion.evidence).map((line) => (
        <Fact key={line.label} label={t(line.label)}>
          {'areaM2' in line ? (
            <Area mu={muFromM2(line.areaM2)} />
          ) : 'word' in line ? (
            t(line.word)
          ) : (
            <>
              {line.text}
              {line.unit && <span className="unit"> {line.unit}</span>}
            </>
          )}
        </Fact>
      ))}
    </Facts>
  )
}

export const ClaimDetail = ({ suspicion }: { suspicion: ClaimSuspicion }) => {
  const { t } = useTranslation('claims')
  const { droneId, droneName, sortieId, other } = suspicion
  return (
    <>
      <p>{t('hint')}</p>
      <Facts>
        <Fact label={t('at')}>
          <Time time={suspicion.recordTime} />
        </Fact>
        <Fact label={t('terms:drone')}>
          {droneName} ({droneId})
        </Fact>
        <Fact label={t('terms:operator')}>{suspicion.yyAccountName}</Fact>
        <Fact label={t('terms:region')}>{suspicion.region.join(' / ')}</Fact>
      </Facts>
      <FlightLink droneId={droneId} sortieId={sortieId} label={t('open')} />
      <ClaimEvidence suspicion={suspicion} />
      {other && (
        <FactGroup title={t('otherFlight')}>
          <Fact label={t('at')}>
            <Time time={other.startTime} />
          </Fact>
          <Fact label={t('terms:drone')}>
            {other.droneName} ({other.droneId})
          </Fact>
          <Fact label={t('terms:operator')}>{other.yyAccountName}</Fact>
        </FactGroup>
      )}
      {other && (
        <FlightLink droneId={other.droneId} sortieId={other.sortieId} label={t('openOther')} />
      )}
    </>
  )
}
