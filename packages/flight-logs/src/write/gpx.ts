import type { TelemetryPoint } from '@swath/domain/telemetry-point'
import { TRACK_FIELDS, writtenValue } from '../track-fields.ts'
import { degreesText, isoTime, POINTS_A_PIECE } from './written-sortie.ts'
import type { WrittenSortie, WrittenSorties } from './written-sortie.ts'
import { xmlText } from './xml-text.ts'

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Swath" xmlns="http://www.topografix.com/GPX/1/1"'
  + ' xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" xmlns:swath="urn:swath:track:1">\n'

/** GPX 1.1, a track a sortie. Speed and course also as Garmin's TrackPointExtension v2; everything else in our own extension, by the names of track-fields.ts. */
export async function* writeGpx(sorties: WrittenSorties): AsyncGenerator<string> {
  yield HEAD
  for await (const sortie of sorties) yield* trackOf(sortie)
  yield '</gpx>\n'
}

function* trackOf(sortie: WrittenSortie): Generator<string> {
  yield `<trk><name>${xmlText(sortie.name)}</name><src>${xmlText(sortie.droneId)}</src><trkseg>\n`
  for (let from = 0; from < sortie.points.length; from += POINTS_A_PIECE) {
    let piece = ''
    for (let i = from; i < Math.min(sortie.points.length, from + POINTS_A_PIECE); i++) piece += pointOf(sortie.points.at(i))
    yield piece
  }
  yield '</trkseg></trk>\n'
}

function pointOf(point: TelemetryPoint): string {
  const fix = point.fix === null ? '' : `<fix>${point.fix >= 4 ? 'dgps' : point.fix === 3 ? '3d' : point.fix === 2 ? '2d' : 'none'}</fix>`
  const satellites = point.satellites === null ? '' : `<sat>${point.satellites}</sat>`
  const speed = point.speedMs === null ? '' : `<gpxtpx:speed>${point.speedMs}</gpxtpx:speed>`
  const course = point.headingDeg === null ? '' : `<gpxtpx:course>${point.headingDeg}</gpxtpx:course>`
  let own = ''
  for (const field of TRACK_FIELDS) {
    if (field.key === 'satellites') continue
    const value = writtenValue(point, field)
    if (value !== '') own += `<swath:${field.name}>${xmlText(value)}</swath:${field.name}>`
  }
  const garmin = speed === '' && course === '' ? '' : `<gpxtpx:TrackPointExtension>${speed}${course}</gpxtpx:TrackPointExtension>`
  const extensions = garmin === '' && own === '' ? '' : `<extensions>${garmin}${own}</extensions>`
  return `<trkpt lat="${degreesText(point.lat)}" lon="${degreesText(point.lng)}"><time>${isoTime(point.tMs)}</time>${fix}${satellites}${extensions}</trkpt>\n`
}
