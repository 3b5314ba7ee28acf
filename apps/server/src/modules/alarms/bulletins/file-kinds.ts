// File types that a bulletin may have attached: by extension, and by their first bytes.
import { bulletinFileEndings } from '@swath/contract/alarms/bulletins'

type Ending = (typeof bulletinFileEndings)[number]

const begins = (bytes: Uint8Array, ...expected: number[]): boolean =>
  expected.every((byte, index) => bytes[index] === byte)
const isZip = (bytes: Uint8Array): boolean =>
  begins(bytes, 0x50, 0x4b, 3, 4) || begins(bytes, 0x50, 0x4b, 5, 6)
const isJpeg = (bytes: Uint8Array): boolean => begins(bytes, 0xff, 0xd8, 0xff)

/** Text in any encoding: it has no NUL byte, and must not begin like an HTML page or a script. */
const isText = (bytes: Uint8Array): boolean => {
  const head = bytes.subarray(0, 64 * 1024)
  return (
    !head.includes(0) &&
    !/<(!doctype\s+html|html|script|svg)\b/i.test(Buffer.from(head).toString('latin1'))
  )
}

const looks: Readonly<Record<Ending, (bytes: Uint8Array) => boolean>> = {
  pdf: (bytes) => begins(bytes, 0x25, 0x50, 0x44, 0x46, 0x2d),
  docx: isZip,
  xlsx: isZip,
  pptx: isZip,
  kmz: isZip,
  zip: isZip,
  csv: isText,
  txt: isText,
  kml: isText,
  geojson: isText,
  jpg: isJpeg,
  jpeg: isJpeg,
  png: (bytes) => begins(bytes, 0x89, 0x50, 0x4e, 0x47),
}

/** The name to store, or null if the extension is not allowed or the content does not match it. */
export const acceptFile = (fileName: string, bytes: Uint8Array): string | null => {
  // Removes folders, and characters that reverse the reading direction and so disguise an
  // extension.
  const name = fileName
    .split(/[\\/]/)
    .at(-1)!
    .replaceAll(/[\p{Cc}\p{Cf}"<>|:*?]/gu, '')
    .trim()
  const ending = bulletinFileEndings.find((one) => name.toLowerCase().endsWith(`.${one}`))
  return ending !== undefined && name.length > ending.length + 1 && looks[ending](bytes)
    ? name
    : null
}
