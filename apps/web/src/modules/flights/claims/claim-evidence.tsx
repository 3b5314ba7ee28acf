import type { ClaimSuspicion, FlightSuspicion } from '@swath/contract/flights/claims'
import { useTranslation } from 'react-i18next'
import { muFromM2 } from '@swath/domain/units'
import { dash, formatUnit } from '../../../lib/format.ts'
import { Area } from '../../../ui/area.tsx'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { evidenceLines, type EvidenceLine } from '../../alarms/public.ts'

const Value = ({ line }: { line: EvidenceLine }) => {
  const { t } = useTranslation('claims')
  if ('areaM2' in line) return <Area mu={muFromM2(line.areaM2)} />
  if ('word' in line) return t(line.word)
  return (
    <>
      {line.text}
      {line.unit && <span className="unit"> {formatUnit(line.unit)}</span>}
    </>
  )
}

/** The measurements, and the limits they exceeded. */
export const ClaimEvidence = ({ suspicion }: { suspicion: Pick<FlightSuspicion, 'evidence'> }) => {
  const { t } = useTranslation('claims')
  return (
    <Facts>
      {evidenceLines(suspicion.evidence).map((line) => (
        <Fact key={line.label} label={t(line.label)}>
          <Value line={line} />
        </Fact>
      ))}
    </Facts>
  )
}

/** For each cause: the measured value and its limit. */
const shownOf: Readonly<Record<ClaimSuspicion['cause'], readonly string[]>> = {
  impossible_speed: ['speedMs', 'fastestMs'],
  impossible_area: ['claimedAreaM2', 'possibleAreaM2'],
  impossible_width: ['swathWidthM', 'registeredWidthM'],
  pump_off: ['drySeconds', 'spraySeconds'],
  clock_backwards: ['steppedS'],
  same_ground: ['sharedRatio'],
  same_track: ['sharedPlacesRatio'],
}
/** Limits and times need a label: their values alone would be ambiguous. */
const partLabels: Readonly<Record<string, string>> = {
  fastestMs: 'claims:limitSpeed',
  possibleAreaM2: 'claims:possibleArea',
  registeredWidthM: 'claims:registered',
  drySeconds: 'claims:dry',
  spraySeconds: 'claims:sprayTime',
}

/** By how much a claim deviates, in one line: 6.2 m · registered 5.0 m. */
export const ClaimDeviation = ({
  suspicion: { cause, evidence },
}: {
  suspicion: Pick<ClaimSuspicion, 'cause' | 'evidence'>
}) => {
  const { t } = useTranslation('claims')
  const parts = shownOf[cause].flatMap((name) =>
    evidenceLines({ [name]: evidence[name] }).map((line) => ({ name, line })),
  )
  if (parts.length === 0) return dash
  return (
    <span className="figure">
      {parts.map(({ name, line }, at) => (
        <span key={name} className={at > 0 ? 'muted' : ''}>
          {at > 0 && ' · '}
          {partLabels[name] && `${t(partLabels[name])} `}
          <Value line={line} />
        </span>
      ))}
    </span>
  )
}
