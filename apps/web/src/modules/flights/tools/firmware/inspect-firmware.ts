import { inspectBoardImage } from './board-image.ts'
import { hasDfuSuffix, inspectDfu } from './dfu.ts'
import { inspectElf } from './elf.ts'
import { inspectIntelHex } from './intel-hex.ts'
import { formatHex, buildReport, toDataView, type FirmwareReport } from './report.ts'
import { inspectUf2, uf2Magic } from './uf2.ts'
import { inspectZip } from './zip-contents.ts'

const begins = (bytes: Uint8Array, text: string): boolean =>
  text.split('').every((letter, i) => bytes[i] === letter.charCodeAt(0))

/**
 * A raw image begins with the initial stack pointer and the odd address of the reset handler
 * (ARMv7-M, B1.5.3).
 */
const isCortexM = (bytes: Uint8Array): boolean => {
  if (bytes.length < 64) return false
  const view = toDataView(bytes)
  const [stack, reset] = [view.getUint32(0, true), view.getUint32(4, true)]
  const inMemory =
    stack % 4 === 0 &&
    ((stack >= 0x1000_0000 && stack <= 0x1002_0000) ||
      (stack >= 0x2000_0000 && stack <= 0x2408_0000))
  return (
    inMemory &&
    reset % 2 === 1 &&
    (reset < 0x0100_0000 || (reset >= 0x0800_0000 && reset < 0x0a00_0000))
  )
}

/**
 * Detects the type of a file by its content, because names may be wrong. Never throws on content.
 */
export const inspectFirmware = async (bytes: Uint8Array): Promise<FirmwareReport> => {
  if (begins(bytes, '\x7fELF')) return inspectElf(bytes)
  if (
    bytes.length >= 8 &&
    toDataView(bytes).getUint32(0, true) === uf2Magic[0] &&
    toDataView(bytes).getUint32(4, true) === uf2Magic[1]
  )
    return inspectUf2(bytes)
  if (begins(bytes, 'DfuSe')) return inspectDfu(bytes, true)
  if (hasDfuSuffix(bytes)) return inspectDfu(bytes, false)
  if (begins(bytes, 'PK\x03\x04') || begins(bytes, 'PK\x05\x06')) return inspectZip(bytes)
  if (begins(bytes, '\x1f\x8b'))
    return buildReport(
      'gzip',
      bytes.length >= 18
        ? [{ name: 'unpackedBytes', value: toDataView(bytes).getUint32(bytes.length - 4, true) }]
        : [],
      bytes.length >= 18 ? [] : [{ code: 'cut', expected: 18 }],
    )
  if (begins(bytes, '\x27\x05\x19\x56') && bytes.length >= 64) {
    const size = toDataView(bytes).getUint32(12)
    return buildReport(
      'uimage',
      [
        {
          name: 'description',
          value: new TextDecoder().decode(bytes.subarray(32, 64)).replace(/\0.*$/s, ''),
        },
        { name: 'imageBytes', value: size },
        { name: 'entry', value: formatHex(toDataView(bytes).getUint32(20)) },
      ],
      bytes.length < 64 + size ? [{ code: 'cut', expected: 64 + size }] : [],
    )
  }
  const start = new TextDecoder().decode(bytes.subarray(0, 512)).trimStart()
  // The first line may be damaged, so a later line is checked too.
  if (/^:[0-9a-f]{8}/i.test(start) || /\n:[0-9a-f]{10,}\s*\n:/i.test(start))
    return inspectIntelHex(bytes)
  if (start.startsWith('{'))
    return (await inspectBoardImage(new TextDecoder().decode(bytes))) ?? buildReport('unknown', [])
  return buildReport(isCortexM(bytes) ? 'cortex_m' : 'unknown', [])
}
