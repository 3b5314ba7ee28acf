import { formatClock, formatDuration, formatNumber, formatRatio } from '../../../lib/format.ts'

/**
 * One line of an alarm's evidence: a text key, and the value with its unit. Areas are in m² and
 * shown in the person's unit.
 */
export type EvidenceLine = { readonly label: string } & (
  | { readonly text: string; readonly unit?: string }
  | { readonly areaM2: number }
  | { readonly word: string }
)

type Reader = {
  readonly label: string
  readonly read: (value: number) => Omit<EvidenceLine, 'label'>
}
/** Names that the server has already translated. */
const named: Readonly<Record<string, string>> = {
  cropName: 'anomalies:evidenceCrop',
  plotCropName: 'anomalies:evidencePlotCrop',
  taskCropName: 'anomalies:evidenceTaskCrop',
}
const figure = (label: string, unit: string, decimals = 1): Reader => ({
  label,
  read: (value) => ({ text: formatNumber(value, decimals), unit }),
})
const area = (label: string): Reader => ({ label, read: (areaM2) => ({ areaM2 }) })
const ratio = (label: string): Reader => ({
  label,
  read: (value) => ({ text: formatRatio(value) }),
})
const lasted = (label: string): Reader => ({
  label,
  read: (value) => ({ text: formatDuration(value) }),
})

const sources: Readonly<Record<string, string>> = {
  drone: 'anomalies:evidenceWeatherDrone',
  provider: 'anomalies:evidenceWeatherProvider',
  mixed: 'anomalies:evidenceWeatherMixed',
}

/** The part of the track that shows the event: its times and its points. */
const cutLines = (evidence: Readonly<Record<string, unknown>>): EvidenceLine[] => {
  const { fromMs, untilMs, fromPoint, untilPoint } = evidence
  if (typeof fromMs !== 'number' || typeof untilMs !== 'number') return []
  return [
    { label: 'anomalies:evidenceSpan', text: `${formatClock(fromMs)}–${formatClock(untilMs)}` },
    ...(typeof fromPoint === 'number' && typeof untilPoint === 'number'
      ? [{ label: 'anomalies:evidencePoints', text: `${fromPoint}–${untilPoint}` }]
      : []),
  ]
}

/** In display order. Properties for programs only (ids) are omitted. */
const readers: Readonly<Record<string, Reader>> = {
  heightM: figure('terms:height', 'm'),
  altitudeM: figure('anomalies:evidenceAltitude', 'm'),
  leftByM: figure('anomalies:evidenceLeftBy', 'm', 0),
  limitM: figure('anomalies:evidenceLimit', 'm'),
  speedMs: figure('terms:speed', 'm/s'),
  seconds: lasted('anomalies:evidenceFor'),
  flowLMin: figure('terms:flow', 'L/min'),
  commandedFlowLMin: figure('anomalies:evidenceCommanded', 'L/min'),
  limitSpeedMs: figure('anomalies:evidenceLimitSpeed', 'm/s'),
  fastestMs: figure('claims:limitSpeed', 'm/s'),
  windMs: figure('anomalies:evidenceWind', 'm/s'),
  limitWindMs: figure('anomalies:evidenceLimitWind', 'm/s'),
  temperatureC: figure('anomalies:evidenceTemperature', '°C'),
  limitTemperatureC: figure('anomalies:evidenceLimitTemperature', '°C'),
  rainMmH: figure('anomalies:evidenceRain', 'mm/h'),
  limitRainMmH: figure('anomalies:evidenceLimitRain', 'mm/h'),
  claimedAreaM2: area('anomalies:evidenceClaimed'),
  coveredM2: area('terms:coveredArea'),
  alreadyCoveredShare: ratio('anomalies:evidenceAlready'),
  limitAlreadyRatio: ratio('anomalies:evidenceLimitAlready'),
  limitErrorRatio: ratio('anomalies:evidenceLimitError'),
  possibleAreaM2: area('claims:possibleArea'),
  swathWidthM: figure('claims:toldWidth', 'm'),
  registeredWidthM: figure('claims:registeredWidth', 'm'),
  limitWidthM: figure('claims:limitWidth', 'm'),
  spraySeconds: lasted('claims:sprayTime'),
  drySeconds: lasted('claims:dry'),
  steppedS: lasted('claims:stepped'),
  sharedM2: area('claims:shared'),
  sharedRatio: ratio('claims:sharedRatio'),
  sharedPlacesRatio: ratio('claims:sharedPlaces'),
  otherCoveredM2: area('claims:otherCovered'),
  daysBetween: figure('claims:days', ''),
  rulesVersion: figure('anomalies:evidenceRule', '', 0),
}

/** Readable lines for an alarm's evidence; properties unknown to this version are omitted. */
export const evidenceLines = (evidence: Readonly<Record<string, unknown>>): EvidenceLine[] => [
  ...Object.entries(named).flatMap(([name, label]): EvidenceLine[] => {
    const value = evidence[name]
    return typeof value === 'string' && value !== '' ? [{ label, text: value }] : []
  }),
  ...Object.entries(readers).flatMap(([name, { label, read }]): EvidenceLine[] => {
    const value = evidence[name]
    return typeof value === 'number' && Number.isFinite(value)
      ? [{ label, ...read(value) } as EvidenceLine]
      : []
  }),
  ...(sources[String(evidence['weatherSource'])]
    ? [
        {
          label: 'anomalies:evidenceWeatherSource',
          word: sources[String(evidence['weatherSource'])]!,
        },
      ]
    : []),
  ...cutLines(evidence),
]
