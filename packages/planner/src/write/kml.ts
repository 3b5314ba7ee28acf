import { xmlText } from '@swath/file-syntax/xml-text'
import type { PlanSortie } from '../plan.ts'
import { fileColors, lngLatText, listSorties, type WrittenPlan } from './planned-file.ts'

/** aabbggrr */
const kmlColor = (color: string): string =>
  `ff${color.slice(5, 7)}${color.slice(3, 5)}${color.slice(1, 3)}`.toLowerCase()

const styles = fileColors
  .map(
    (color, i) =>
      `<Style id="drone${i}"><LineStyle><color>${kmlColor(color)}</color><width>3</width></LineStyle></Style>`,
  )
  .join('\n')

const line = (name: string, drone: number, coordinates: string, mode: string): string =>
  `<Placemark><name>${xmlText(name)}</name><styleUrl>#drone${drone % fileColors.length}</styleUrl><LineString><altitudeMode>${mode}</altitudeMode><coordinates>${coordinates}</coordinates></LineString></Placemark>`

const wayOf = ({ points }: PlanSortie): string =>
  points.map(({ at, heightM }) => `${lngLatText(at)},${heightM}`).join(' ')

const ring = (places: readonly (readonly [number, number])[]): string =>
  `<LinearRing><coordinates>${places.map(lngLatText).join(' ')}</coordinates></LinearRing>`

/** OGC KML 2.2: a folder for the plots, one for each drone, strips and flights in it. */
export const writePlanKml = (written: WrittenPlan): string => {
  const { name, plots, plan, droneNames } = written
  const ground = plots.map(
    (plot) =>
      `<Placemark><name>${xmlText(plot.name)}</name><MultiGeometry>${plot.parts
        .map(
          ([outer = [], ...holes]) =>
            `<Polygon><outerBoundaryIs>${ring(outer)}</outerBoundaryIs>${holes.map((hole) => `<innerBoundaryIs>${ring(hole)}</innerBoundaryIs>`).join('')}</Polygon>`,
        )
        .join('')}</MultiGeometry></Placemark>`,
  )
  const flights = listSorties(written)
  let next = 0
  const folders = plan.shares.map(({ sorties }, drone) => {
    const ways = sorties.map((sortie) =>
      line(flights[next++]!.name, drone, wayOf(sortie), 'relativeToGround'),
    )
    const strips = sorties.flatMap((sortie) =>
      sortie.strips.map((strip) =>
        line(
          String(strip.line + 1),
          drone,
          `${lngLatText(strip.from)} ${lngLatText(strip.to)}`,
          'clampToGround',
        ),
      ),
    )
    return `<Folder><name>${xmlText(droneNames[drone] ?? String(drone + 1))}</name>\n${[...ways, ...strips].join('\n')}\n</Folder>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>${xmlText(name)}</name>
${styles}
<Folder><name>0</name>
${ground.join('\n')}
</Folder>
${folders.join('\n')}
</Document></kml>
`
}
