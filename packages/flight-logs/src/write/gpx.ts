import type { PointColumns } from '@swath/domain/telemetry-point'
import { TRACK_FIELDS, writtenValue } from '../track-fields.ts'
import { degreesText, isoTime, POINTS_A_PIECE } from './written-sortie.ts'
import type { WrittenSortie, WrittenSorties } from './written-sortie.ts'
import { xmlText } from './xml-text.ts'

const HEAD =
  '<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Swath" xmlns="http://www.topografix.com/GPX/1/1"' +
  ' xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" xmlns:swath="urn:swath:track:1">\n'

/**
 * GPX 1.1, a track a sortie. Speed and course also as Garmin's TrackPointExtension v2; everything
 * else in our own extension, by the names of track-fields.ts.
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

/** What GPX has an element of its own for, in the order of its schema, behind `fix`. */
const STANDARD_TAGS = { satellites: 'sat', hdop: 'hdop' } as const

function writePoint(points: PointColumns, i: number): string {
  const fixType = points.fix[i]!
  const fix = Number.isNaN(fixType)
    ? ''
    : `<fix>${fixType >= 4 ? 'dgps' : fixType === 3 ? '3d' : fixType === 2 ? '2d' : 'none'}</fix>`
  const told = (tag: string, column: Float64Array): string =>
    Number.isNaN(column[i]!) ? '' : `<${tag}>${column[i]}</${tag}>`
  const standard = Object.entries(STANDARD_TAGS)
    .map(([key, tag]) => told(tag, points[key as keyof typeof STANDARD_TAGS]))
    .join('')
  const speed = told('gpxtpx:speed', points.speedMs)
  const course = told('gpxtpx:course', points.headingDeg)
  let own = ''
  for (const field of TRACK_FIELDS) {
    if (field.key in STANDARD_TAGS) continue
    const value = writtenValue(points, i, field)
    if (value !== '') own += `<swath:${field.name}>${xmlText(value)}</swath:${field.name}>`
  }
  const garmin =
    speed === '' && course === ''
      ? ''
      : `<gpxtpx:TrackPointExtension>${speed}${course}</gpxtpx:TrackPointExtension>`
  const extensions = garmin === '' && own === '' ? '' : `<extensions>${garmin}${own}</extensions>`
  return `<trkpt lat="${degreesText(points.lat[i]!)}" lon="${degreesText(points.lng[i]!)}"><time>${isoTime(points.tMs[i]!)}</time>${fix}${standard}${extensions}</trkpt>\n`
}
