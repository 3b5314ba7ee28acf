import { formatDuration, formatNumber, formatRatio } from '../../lib/format.ts'

/**
 * One figure of what was found: a text's key, and the value with its unit. Areas are m² and shown
 * in the person's unit.
 */
export type EvidenceLine = { readonly label: string } & (
  | { readonly text: string; readonly unit?: string }
  | { readonly areaM2: number }
)

type Reader = {
  readonly label: string
  readonly read: (value: number) => Omit<EvidenceLine, 'label'>
}
/** Names that the server has put into the reader's language. */
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

/** In the order in which they are shown. Names that only computers need (ids) are left out. */
const readers: Readonly<Record<string, Reader>> = {
  heightM: figure('terms:height', 'm'),
  limitM: figure('anomalies:evidenceLimit', 'm'),
  speedMs: figure('terms:speed', 'm/s'),
  seconds: { label: 'anomalies:evidenceFor', read: (value) => ({ text: formatDuration(value) }) },
  flowLMin: figure('terms:flow', 'L/min'),
  commandedFlowLMin: figure('anomalies:evidenceCommanded', 'L/min'),
  windMs: figure('anomalies:evidenceWind', 'm/s'),
  temperatureC: figure('anomalies:evidenceTemperature', '°C'),
  rainMmH: figure('anomalies:evidenceRain', 'mm/h'),
  claimedAreaM2: area('anomalies:evidenceClaimed'),
  coveredM2: area('terms:coveredArea'),
  alreadyCoveredShare: {
    label: 'anomalies:evidenceAlready',
    read: (value) => ({ text: formatRatio(value) }),
  },
}

/** What a person can read of the evidence; figures that this version does not know are left out. */
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
]
