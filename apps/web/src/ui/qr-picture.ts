import { encodeQR } from 'qr'
import { colors } from '../lib/theme.ts'

/** Share of a code that may be damaged: 7, 15, 25, 30 % (ISO/IEC 18004). */
export const qrCorrections = ['low', 'medium', 'quartile', 'high'] as const
export type QrCorrection = (typeof qrCorrections)[number]

/** Light modules round a code: four, as ISO/IEC 18004 asks. */
const quietModules = 4
/** Font size of the label, as a share of the code's side. */
const labelSize = 0.075
const labelLineHeight = 1.35
const labelRows = 3
const fontFamily = 'system-ui, sans-serif'

export type QrShape = {
  /** Modules along a side, including the quiet zone. */
  readonly side: number
  /** Outline of the dark modules for an SVG path, one unit a module. */
  readonly path: string
}

/**
 * The most bytes that version 40 holds (ISO/IEC 18004, table 7). Alphanumeric text would allow
 * more, but is not distinguished.
 */
const mostBytes: Readonly<Record<QrCorrection, number>> = {
  low: 2953,
  medium: 2331,
  quartile: 1663,
  high: 1273,
}

const encodeRows = (text: string, correction: QrCorrection): boolean[][] =>
  encodeQR(text, 'raw', { ecc: correction, border: quietModules })

/** Null if the text is empty or too long for a QR code. */
export const qrShape = (text: string, correction: QrCorrection = 'medium'): QrShape | null => {
  if (text === '' || new TextEncoder().encode(text).length > mostBytes[correction]) return null
  const rows = encodeRows(text, correction)
  let path = ''
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue
      let end = x
      while (row[end + 1]) end++
      path += `M${x} ${y}h${end - x + 1}v1h-${end - x + 1}z`
      x = end
    }
  }
  return { side: rows.length, path }
}

/**
 * Letter widths depend on the script: about one em for Chinese and Korean, half an em for others.
 */
const measureEm = (letter: string): number =>
  /[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uff60]/.test(letter) ? 1 : 0.56

/** Breaks a label into lines that fit below the code; an overlong label ends in an ellipsis. */
export const labelLines = (label: string): string[] => {
  const mostEm = 0.94 / labelSize
  const lines: string[] = []
  let line = ''
  let width = 0
  for (const letter of label.trim().replaceAll(/\s+/g, ' ')) {
    if (width + measureEm(letter) > mostEm) {
      lines.push(line.trimEnd())
      line = ''
      width = 0
    }
    line += letter
    width += measureEm(letter)
  }
  if (line.trim() !== '') lines.push(line)
  return lines.length <= labelRows
    ? lines
    : [...lines.slice(0, labelRows - 1), `${lines[labelRows - 1]!.slice(0, -1)}…`]
}

const xmlText = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

export type QrPicture = {
  readonly text: string
  readonly correction: QrCorrection
  readonly label: string
  readonly sideMm: number
}

const labelShare = (lines: readonly string[]): number =>
  lines.length === 0 ? 0 : (lines.length * labelLineHeight + 0.3) * labelSize

/** A code as a standalone file; null as for `qrShape`. */
export const qrSvg = ({ text, correction, label, sideMm }: QrPicture): string | null => {
  const shape = qrShape(text, correction)
  if (!shape) return null
  const { side, path } = shape
  const lines = labelLines(label)
  const height = side * (1 + labelShare(lines))
  const size = side * labelSize
  const texts = lines.map(
    (line, index) =>
      `<text x="${side / 2}" y="${(side + size * (0.8 + index * labelLineHeight)).toFixed(2)}" font-family="${fontFamily}" font-size="${size.toFixed(2)}" text-anchor="middle" fill="${colors.ink}">${xmlText(line)}</text>`,
  )
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${sideMm}mm" height="${((sideMm * height) / side).toFixed(2)}mm" viewBox="0 0 ${side} ${height.toFixed(2)}">` +
    `<rect width="100%" height="100%" fill="${colors.paper}"/><path d="${path}" fill="${colors.ink}" shape-rendering="crispEdges"/>${texts.join('')}</svg>`
  )
}

const printDpi = 300

/** The same as a PNG for printers, at 300 dpi and with whole pixels per module. */
export const qrPng = async ({
  text,
  correction,
  label,
  sideMm,
}: QrPicture): Promise<Blob | null> => {
  const shape = qrShape(text, correction)
  if (!shape) return null
  const dots = Math.max(1, Math.round(((sideMm / 25.4) * printDpi) / shape.side))
  const side = shape.side * dots
  const lines = labelLines(label)
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = Math.round(side * (1 + labelShare(lines)))
  const pen = canvas.getContext('2d')
  if (!pen) return null
  pen.fillStyle = colors.paper
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = colors.ink
  pen.font = `${side * labelSize}px ${fontFamily}`
  pen.textAlign = 'center'
  for (const [index, line] of lines.entries())
    pen.fillText(line, side / 2, side * (1 + labelSize * (0.8 + index * labelLineHeight)))
  pen.scale(dots, dots)
  pen.fill(new Path2D(shape.path))
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/png')
  })
}
