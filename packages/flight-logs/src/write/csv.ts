import { TRACK_FIELDS, writtenValue } from '../track-fields.ts'
import { degreesText, isoTime, POINTS_A_PIECE } from './written-sortie.ts'
import type { WrittenSorties } from './written-sortie.ts'

/**
 * RFC 4180 with a byte order mark, so that spreadsheets read it as UTF-8; one row per point, units
 * in the header as in Airdata's files.
 */
export async function* writeCsv(sorties: WrittenSorties): AsyncGenerator<string> {
  const titles = TRACK_FIELDS.map((field) =>
    field.unit === null ? field.name : `${field.name}(${field.unit})`,
  )
  yield `\uFEFF${['sortie', 'drone', 'time(utc)', 'latitude', 'longitude', ...titles].join(',')}\r\n`
  for await (const sortie of sorties) {
    const names = `${csvCell(sortie.name)},${csvCell(sortie.droneId)}`
    const { points } = sortie
    for (let from = 0; from < points.length; from += POINTS_A_PIECE) {
      let piece = ''
      for (let i = from; i < Math.min(points.length, from + POINTS_A_PIECE); i++) {
        const values = TRACK_FIELDS.map((field) =>
          field.kind === 'text'
            ? csvCell(writtenValue(points, i, field))
            : writtenValue(points, i, field),
        )
        piece += `${names},${isoTime(points.tMs[i]!)},${degreesText(points.lat[i]!)},${degreesText(points.lng[i]!)},${values.join(',')}\r\n`
      }
      yield piece
    }
  }
}

/**
 * A text that a spreadsheet would run as a formula gets an apostrophe in front; line breaks and
 * other control characters become blanks, as a row is a line.
 */
function csvCell(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
  const plain = text.toWellFormed().replace(/[\u0000-\u001f\u007f]+/g, ' ')
  const safe = /^\s*[=+\-@＝＋－＠]/.test(plain) ? `'${plain}` : plain
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
