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

/** For each cause: the measured value, its limit, and the area in question. */
const shownOf: Readonly<Record<ClaimSuspicion['cause'], readonly string[]>> = {
  impossible_speed: ['speedMs', 'fastestMs'],
  impossible_area: ['claimedAreaM2', 'possibleAreaM2'],
  impossible_width: ['swathWidthM', 'registeredWidthM', 'coveredM2'],
  pump_off: ['drySeconds', 'spraySeconds', 'coveredM2', 'claimedAreaM2'],
  clock_backwards: ['steppedS'],
  same_ground: ['sharedRatio', 'sharedM2'],
  same_track: ['sharedPlacesRatio'],
}
/** Limits need a label: their values alone would be ambiguous. */
const limitLabels: Readonly<Record<string, string>> = {
  fastestMs: 'claims:limitSpeed',
  possibleAreaM2: 'claims:possibleArea',
  registeredWidthM: 'claims:registered',
  spraySeconds: 'claims:sprayTime',
}

/** By how much a claim deviates, and on which area, in one line: 6.2 m · registered 5.0 m. */
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
        <span key={name} className={limitLabels[name] && 'muted'}>
          {at > 0 && ' · '}
          {limitLabels[name] && `${t(limitLabels[name])} `}
          <Value line={line} />
        </span>
      ))}
    </span>
  )
}
