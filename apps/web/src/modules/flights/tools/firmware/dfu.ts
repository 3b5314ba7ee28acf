import { Crc32 } from '@swath/domain/crc32'
import { formatHex, buildReport, toDataView, type FirmwareReport } from './report.ts'

const suffixBytes = 16

/**
 * The suffix of USB Device Firmware Upgrade 1.1, appendix B: at the end of the file, in reverse
 * order.
 */
export const hasDfuSuffix = (bytes: Uint8Array): boolean => {
  const at = bytes.length - suffixBytes
  return (
    at >= 0 &&
    bytes[at + 8] === 0x55 &&
    bytes[at + 9] === 0x46 &&
    bytes[at + 10] === 0x44 &&
    bytes[at + 11]! >= suffixBytes
  )
}

export const inspectDfu = (bytes: Uint8Array, isDfuse: boolean): FirmwareReport => {
  const kind = isDfuse ? 'dfuse' : 'dfu'
  if (!hasDfuSuffix(bytes))
    return buildReport(
      kind,
      [],
      [
        {
          code: 'cut',
          expected:
            isDfuse && bytes.length >= 10
              ? toDataView(bytes).getUint32(6, true) + suffixBytes
              : suffixBytes,
        },
      ],
    )
  const view = toDataView(bytes)
  const at = bytes.length - suffixBytes
  const id = (offset: number): string => formatHex(view.getUint16(at + offset, true), 4)
  // Unlike the usual CRC-32, this one is not inverted at the end.
  const expected = ~new Crc32().update(bytes.subarray(0, -4)).value() >>> 0
  const found = view.getUint32(at + 12, true)
  return buildReport(
    kind,
    [
      { name: 'usbDevice', value: `${id(4)}:${id(2)}` },
      { name: 'imageBytes', value: bytes.length - bytes[at + 11]! },
      { name: 'checksum', value: formatHex(found) },
    ],
    found === expected ? [] : [{ code: 'bad_dfu_checksum', expected, found }],
  )
}
