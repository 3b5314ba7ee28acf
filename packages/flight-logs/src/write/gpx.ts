import type { PointColumns } from '@swath/domain/telemetry-point'
import { TRACK_FIELDS, writtenValue } from '../track-fields.ts'
import { degreesText, isoTime, POINTS_A_PIECE } from './written-sortie.ts'
import type { WrittenSortie, WrittenSorties } from './written-sortie.ts'
import { xmlText } from '@swath/file-syntax/xml-text'

const HEAD =
  '<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Swath" xmlns="http://www.topografix.com/GPX/1/1"' +
  ' xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" xmlns:swath="urn:swath:track:1">\n'

/**
 * GPX 1.1, one track per sortie. Speed and course also as Garmin's TrackPointExtension v2;
 * everything else in our own extension, by the names of track-fields.ts.
 */
export async function* writeGpx(sorties: WrittenSorties): AsyncGenerator<string> {
  yield HEAD
  for await (const sortie of sorties) yield* writeTrack(sortie)
  yield '</gpx>\n'
}

function* writeTrack(sortie: WrittenSortie): Generator<string> {
  yield `<trk><name>${xmlText(sortie.name)}</name><src>${xmlText(sortie.droneId)}</src><trkseg>\n`
  for (let from = 0; from < sortie.points.length; from += POINTS_A_PIECE) {
    let piece = ''
    for (let i = from; i < Math.min(sortie.points.length, from + POINTS_A_PIECE); i++)
      piece += writePoint(sortie.points, i)
    yield piece
  }
  yield '</trkseg></trk>\n'
}

/** Values that have their own element in GPX, in the order of its schema, after `fix`. */
const STANDARD_TAGS = [
  { key: 'satellites', tag: 'sat' },
  { key: 'hdop', tag: 'hdop' },
] as const
const OWN_FIELDS = TRACK_FIELDS.filter(({ key }) => STANDARD_TAGS.every((one) => one.key !== key))

function writePoint(points: PointColumns, i: number): string {
  const fixType = points.fix[i]!
  const fix = Number.isNaN(fixType)
    ? ''
    : `<fix>${fixType >= 4 ? 'dgps' : fixType === 3 ? '3d' : fixType === 2 ? '2d' : 'none'}</fix>`
  const element = (tag: string, column: Float64Array): string =>
    Number.isNaN(column[i]!) ? '' : `<${tag}>${column[i]}</${tag}>`
  let standard = ''
  for (const { key, tag } of STANDARD_TAGS) standard += element(tag, points[key])
  const speed = element('gpxtpx:speed', points.speedMs)
  const course = element('gpxtpx:course', points.headingDeg)
  let own = ''
  for (const field of OWN_FIELDS) {
    const value = writtenValue(points, i, field)
    if (value === '') continue
    const text = field.kind === 'text' ? xmlText(value) : value
    own += `<swath:${field.name}>${text}</swath:${field.name}>`
  }
  const garmin =
    speed === '' && course === ''
      ? ''
      : `<gpxtpx:TrackPointExtension>${speed}${course}</gpxtpx:TrackPointExtension>`
  const extensions = garmin === '' && own === '' ? '' : `<extensions>${garmin}${own}</extensions>`
  return `<trkpt lat="${degreesText(points.lat[i]!)}" lon="${degreesText(points.lng[i]!)}"><time>${isoTime(points.tMs[i]!)}</time>${fix}${standard}${extensions}</trkpt>\n`
}
