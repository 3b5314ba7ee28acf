import { TRACK_FIELDS, writtenValue } from '../track-fields.ts'
import { degreesText, isoTime, POINTS_A_PIECE } from './written-sortie.ts'
import type { WrittenSortie, WrittenSorties } from './written-sortie.ts'
import { xmlText } from '@swath/file-syntax/xml-text'

/**
 * KML 2.3 (OGC 12-007r2) with one gx:Track per sortie, which Google Earth plays on its time slider;
 * other values as gx:SimpleArrayData.
 */
export async function* writeKml(sorties: WrittenSorties, title: string): AsyncGenerator<string> {
  const schema = TRACK_FIELDS.map(
    (field) =>
      `<gx:SimpleArrayField name="${field.name}" type="${field.kind === 'text' ? 'string' : 'float'}"/>`,
  ).join('')
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">\n'
  yield `<Document><name>${xmlText(title)}</name><Schema id="track">${schema}</Schema>\n`
  for await (const sortie of sorties) yield* writePlacemark(sortie)
  yield '</Document></kml>\n'
}

function* writePlacemark(sortie: WrittenSortie): Generator<string> {
  const { points } = sortie
  yield `<Placemark><name>${xmlText(sortie.name)}</name><description>${xmlText(sortie.droneId)}</description><gx:Track><altitudeMode>relativeToGround</altitudeMode>\n`
  yield* inPieces(points.length, (i) => `<when>${isoTime(points.tMs[i]!)}</when>\n`)
  // a position needs a height, so an unknown one is 0 here; SimpleArrayData below contains which
  // are known
  yield* inPieces(
    points.length,
    (i) =>
      `<gx:coord>${degreesText(points.lng[i]!)} ${degreesText(points.lat[i]!)} ${points.heightM[i] || 0}</gx:coord>\n`,
  )
  yield '<ExtendedData><SchemaData schemaUrl="#track">\n'
  for (const field of TRACK_FIELDS) {
    yield `<gx:SimpleArrayData name="${field.name}">`
    yield* inPieces(
      points.length,
      (i) => `<gx:value>${xmlText(writtenValue(points, i, field))}</gx:value>`,
    )
    yield '</gx:SimpleArrayData>\n'
  }
  yield '</SchemaData></ExtendedData></gx:Track></Placemark>\n'
}

function* inPieces(count: number, formatPoint: (i: number) => string): Generator<string> {
  for (let from = 0; from < count; from += POINTS_A_PIECE) {
    let piece = ''
    for (let i = from; i < Math.min(count, from + POINTS_A_PIECE); i++) piece += formatPoint(i)
    yield piece
  }
}
