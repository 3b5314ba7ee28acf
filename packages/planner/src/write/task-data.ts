// ISO 11783-10, version 4: plots as partfields, strips as guidance patterns, and for areas with
// their own doses a task with treatment zones.
import type { LngLat } from '@swath/domain/lng-lat'
import type { Parts } from '@swath/domain/plot-parts'
import { xmlAttributes } from '@swath/file-syntax/xml-text'
import { areaM2 } from '@swath/domain/polygon'
import type { ZipFile } from '@swath/file-syntax/zip-writer'
import type { PlanStrip } from '../plan.ts'
import { degrees, type WrittenPlan } from './planned-file.ts'

/** PointTypes. */
const other = 2
const guidanceA = 6
const guidanceB = 7
/** LineStringTypes. */
const exterior = 1
const interior = 2
const guidance = 5
/** DDI 1, Setpoint Volume Per Area Application Rate, in mm³/m²: a litre a hectare is 100. */
const setpointRate = '0001'
const mm3PerM2OfLitreHa = 100

const element = (
  name: string,
  attributes: Readonly<Record<string, string | number | null>>,
  ...inner: readonly string[]
): string =>
  inner.length === 0
    ? `<${name}${xmlAttributes(attributes)}/>`
    : `<${name}${xmlAttributes(attributes)}>${inner.join('')}</${name}>`

const point = ([lng, lat]: LngLat, type: number): string =>
  element('PNT', { A: type, C: degrees(lat), D: degrees(lng) })

const polygons = (parts: Parts, type: number): string[] =>
  parts.map((part) =>
    element(
      'PLN',
      { A: type },
      ...part.map((ring, i) =>
        element(
          'LSG',
          { A: i === 0 ? exterior : interior },
          ...ring.map((place) => point(place, other)),
        ),
      ),
    ),
  )

/** Texts of the standard have at most 32 characters. */
const shortened = (text: string): string => text.slice(0, 32)

const pattern = (strip: PlanStrip, number: number, widthM: number): string =>
  element(
    'GPN',
    // an AB line, neither extended nor repeated next to itself
    { A: `GPN${number}`, B: shortened(`${strip.line + 1}`), C: 1, E: 4, I: 0, J: 0 },
    element(
      'LSG',
      { A: guidance, C: Math.round(widthM * 1000) },
      point(strip.from, guidanceA),
      point(strip.to, guidanceB),
    ),
  )

const partfieldArea = (parts: Parts): number =>
  Math.round(parts.reduce((sum, part) => sum + areaM2(part), 0))

const zone = (code: number, doseLHa: number, parts: Parts | null): string =>
  element(
    'TZN',
    { A: code, B: shortened(`${doseLHa} L/ha`) },
    // PolygonType 2: treatment zone
    ...(parts ? polygons(parts, 2) : []),
    element('PDV', { A: setpointRate, B: Math.round(doseLHa * mm3PerM2OfLitreHa) }),
  )

export const writePlanTaskData = (written: WrittenPlan): string => {
  const { name, plots, plan, droneNames, widthM, doseLHa, doseZones } = written
  let patterns = 0
  const groups = plan.shares.map(({ sorties }, drone) =>
    element(
      'GGP',
      { A: `GGP${drone + 1}`, B: shortened(droneNames[drone] ?? String(drone + 1)) },
      ...sorties.flatMap(({ strips }) => strips.map((strip) => pattern(strip, ++patterns, widthM))),
    ),
  )
  const partfields = plots.map((plot, i) =>
    element(
      'PFD',
      { A: `PFD${i + 1}`, C: shortened(plot.name), D: partfieldArea(plot.parts) },
      ...polygons(plot.parts, 1),
      ...(i === 0 ? groups : []),
    ),
  )
  const task = element(
    'TSK',
    { A: 'TSK1', B: shortened(name), E: 'PFD1', G: 1, H: 0, I: 0, J: 0 },
    zone(0, doseLHa, null),
    ...doseZones.map((one, i) => zone(i + 1, one.doseLHa, one.parts)),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<ISO11783_TaskData VersionMajor="4" VersionMinor="2" ManagementSoftwareManufacturer="Swath" ManagementSoftwareVersion="1" DataTransferOrigin="1">
${[...partfields, task].join('\n')}
</ISO11783_TaskData>
`
}

export const listTaskDataFiles = (written: WrittenPlan): ZipFile[] => [
  { name: 'TASKDATA/TASKDATA.XML', content: writePlanTaskData(written) },
]
