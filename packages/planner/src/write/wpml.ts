// DJI's waypoint file (Cloud API, "WPML"): a zip with wpmz/template.kml, which the app shows, and
// wpmz/waylines.wpml, which the aircraft flies. How its sprayers control pumps is not published:
// the file contains the way, and spraying is set on the remote controller.
import { bearingDeg, type LngLat } from '@swath/domain/lng-lat'
import type { ZipFile } from '@swath/file-syntax/zip-writer'
import { xmlText } from '@swath/file-syntax/xml-text'
import { lngLatText, type WrittenSortie } from './planned-file.ts'

const head =
  '<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:wpml="http://www.dji.com/wpmz/1.0.2">'

const tag = (name: string, value: string | number): string =>
  `<wpml:${name}>${value}</wpml:${name}>`

/** Any aircraft and its own camera: they are chosen in the app. */
const droneInfo = `<wpml:droneInfo>${tag('droneEnumValue', 67)}${tag('droneSubEnumValue', 0)}</wpml:droneInfo>
<wpml:payloadInfo>${tag('payloadEnumValue', 52)}${tag('payloadSubEnumValue', 0)}${tag('payloadPositionIndex', 0)}</wpml:payloadInfo>`
/** The lowest that the format allows. */
const leastSecurityHeightM = 2

/** @param returnHeightM to which it climbs before it flies home; not part of templates. */
const mission = (securityHeightM: number, returnHeightM: number | null): string =>
  `<wpml:missionConfig>
${tag('flyToWaylineMode', 'safely')}
${tag('finishAction', 'goHome')}
${tag('exitOnRCLost', 'executeLostAction')}
${tag('executeRCLostAction', 'goBack')}
${tag('takeOffSecurityHeight', Math.max(leastSecurityHeightM, securityHeightM))}
${tag('globalTransitionalSpeed', 8)}${returnHeightM === null ? '' : `\n${tag('globalRTHHeight', returnHeightM)}`}
${droneInfo}
</wpml:missionConfig>`

const turnMode = 'toPointAndStopWithDiscontinuityCurvature'

const wayOf = ({ sortie }: WrittenSortie) => sortie.points.slice(1, -1)
const pointText = (at: LngLat): string =>
  `<Point><coordinates>${lngLatText(at)}</coordinates></Point>`

/** Waypoints that the aircraft flies. */
const flownPoints = (written: WrittenSortie): string[] => {
  const way = wayOf(written)
  return way.map(({ at, heightM }, i) => {
    const next = way[i + 1]?.at ?? at
    const heading = Math.round(bearingDeg(at, next))
    return `<Placemark>${pointText(at)}
${tag('index', i)}${tag('executeHeight', heightM)}${tag('waypointSpeed', written.speedMs)}
<wpml:waypointHeadingParam>${tag('waypointHeadingMode', 'followWayline')}${tag('waypointHeadingAngle', heading > 180 ? heading - 360 : heading)}${tag('waypointHeadingPathMode', 'followBadArc')}</wpml:waypointHeadingParam>
<wpml:waypointTurnParam>${tag('waypointTurnMode', turnMode)}${tag('waypointTurnDampingDist', 0)}</wpml:waypointTurnParam>
${tag('useStraightLine', 1)}</Placemark>`
  })
}

/**
 * Waypoints that people can see and edit in the app: each has its height, everything else follows
 * the template.
 */
const shownPoints = (written: WrittenSortie): string[] =>
  wayOf(written).map(
    ({ at, heightM }, i) => `<Placemark>${pointText(at)}
${tag('index', i)}${tag('useGlobalHeight', 0)}${tag('ellipsoidHeight', heightM)}${tag('height', heightM)}
${tag('useGlobalSpeed', 1)}${tag('useGlobalHeadingParam', 1)}${tag('useGlobalTurnParam', 1)}</Placemark>`,
  )

const lengthOf = ({ sortie }: WrittenSortie): number => sortie.endS - sortie.startS
const firstHeightM = (written: WrittenSortie): number => wayOf(written)[0]!.heightM
const highestM = (written: WrittenSortie): number =>
  Math.max(...wayOf(written).map(({ heightM }) => heightM))

const waylines = (written: WrittenSortie): string =>
  `${head}<Document>
${mission(firstHeightM(written), Math.max(leastSecurityHeightM, highestM(written)))}
<Folder><name>${xmlText(written.name)}</name>
${tag('templateId', 0)}${tag('executeHeightMode', 'relativeToStartPoint')}${tag('waylineId', 0)}
${tag('duration', lengthOf(written))}${tag('autoFlightSpeed', written.speedMs)}
${flownPoints(written).join('\n')}
</Folder></Document></kml>
`

const template = (written: WrittenSortie): string =>
  `${head}<Document>
${tag('author', 'swath')}
${mission(firstHeightM(written), null)}
<Folder>
${tag('templateType', 'waypoint')}${tag('templateId', 0)}
<wpml:waylineCoordinateSysParam>${tag('coordinateMode', 'WGS84')}${tag('heightMode', 'relativeToStartPoint')}</wpml:waylineCoordinateSysParam>
${tag('autoFlightSpeed', written.speedMs)}${tag('gimbalPitchMode', 'manual')}${tag('globalHeight', highestM(written))}
<wpml:globalWaypointHeadingParam>${tag('waypointHeadingMode', 'followWayline')}${tag('waypointHeadingAngle', 0)}${tag('waypointHeadingPathMode', 'followBadArc')}</wpml:globalWaypointHeadingParam>
${tag('globalWaypointTurnMode', turnMode)}${tag('globalUseStraightLine', 1)}
${shownPoints(written).join('\n')}
</Folder></Document></kml>
`

/** The files of a KMZ. */
export const listWpmlFiles = (written: WrittenSortie): ZipFile[] => [
  { name: 'wpmz/template.kml', content: template(written) },
  { name: 'wpmz/waylines.wpml', content: waylines(written) },
]
