import type { FlightSuspicion } from '@swath/contract/flights/claims'
import { useTranslation } from 'react-i18next'
import { muFromM2 } from '@swath/domain/units'
import { formatUnit } from '../../../lib/format.ts'
import { Area } from '../../../ui/area.tsx'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { evidenceLines } from '../../alarms/public.ts'

/** The measurements, and the limits they exceeded. */
export const ClaimEvidence = ({ suspicion }: { suspicion: Pick<FlightSuspicion, 'evidence'> }) => {
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
              {line.unit && <span className="unit"> {formatUnit(line.unit)}</span>}
            </>
          )}
        </Fact>
      ))}
    </Facts>
  )
}
