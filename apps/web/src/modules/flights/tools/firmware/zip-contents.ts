import { mostNames, buildReport, toDataView, type FirmwareReport } from './report.ts'

const endMagic = 0x0605_4b50
const entryMagic = 0x0201_4b50
const endBytes = 22
const longestComment = 65_535

/**
 * Lists the entries of an archive from its central directory (APPNOTE.TXT 4.3.12 and 4.3.16),
 * without unpacking anything.
 */
export const inspectZip = (bytes: Uint8Array): FirmwareReport => {
  const view = toDataView(bytes)
  let end = bytes.length - endBytes
  while (
    end >= Math.max(0, bytes.length - endBytes - longestComment) &&
    view.getUint32(end, true) !== endMagic
  )
    end--
  if (end < 0 || end < bytes.length - endBytes - longestComment)
    return buildReport('zip', [], [{ code: 'bad_directory' }])
  const entries = view.getUint16(end + 10, true)
  let at = view.getUint32(end + 16, true)
  let unpacked = 0
  const names: string[] = []
  for (let i = 0; i < entries; i++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== entryMagic) {
      return buildReport(
        'zip',
        [{ name: 'entries', value: entries }],
        [{ code: 'bad_directory' }],
        names,
      )
    }
    const nameBytes = view.getUint16(at + 28, true)
    unpacked += view.getUint32(at + 24, true)
    if (names.length < mostNames)
      names.push(new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameBytes)))
    at += 46 + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return buildReport(
    'zip',
    [
      { name: 'entries', value: entries },
      { name: 'unpackedBytes', value: unpacked },
    ],
    [],
    names,
  )
}
