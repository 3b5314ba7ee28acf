import { formatHex, buildReport, toDataView, type FirmwareReport, type Problem } from './report.ts'

/** Values of e_machine from the ELF specification's registry that occur in drones. */
const machines: Readonly<Record<number, string>> = {
  3: 'x86',
  8: 'MIPS',
  20: 'PowerPC',
  40: 'ARM',
  42: 'SuperH',
  62: 'x86-64',
  83: 'Atmel AVR',
  94: 'Xtensa',
  183: 'AArch64',
  185: 'AVR32',
  243: 'RISC-V',
}

/**
 * Reads the header (Tool Interface Standard ELF 1.2 and its 64-bit extension), and checks that the
 * file contains what it references.
 */
export const inspectElf = (bytes: Uint8Array): FirmwareReport => {
  const is64 = bytes[4] === 2
  const isLittle = bytes[5] !== 2
  const headerBytes = is64 ? 64 : 52
  if (bytes.length < headerBytes)
    return buildReport('elf', [], [{ code: 'cut', expected: headerBytes }])
  const view = toDataView(bytes)
  const half = (at: number): number => view.getUint16(at, isLittle)
  const word = (at: number): number => view.getUint32(at, isLittle)
  const offset = (at: number): number => (is64 ? Number(view.getBigUint64(at, isLittle)) : word(at))
  const machine = half(18)
  const [programs, sections] = is64 ? [offset(32), offset(40)] : [word(28), word(32)]
  const [programSize, programCount, sectionSize, sectionCount] = [0, 2, 4, 6].map((step) =>
    half((is64 ? 54 : 42) + step),
  ) as [number, number, number, number]
  let needed = Math.max(
    programs + programSize * programCount,
    sections + sectionSize * sectionCount,
  )
  for (let i = 0; i < programCount; i++) {
    const at = programs + i * programSize
    if (at + (is64 ? 40 : 20) > bytes.length) break
    needed = Math.max(
      needed,
      is64 ? offset(at + 8) + offset(at + 32) : word(at + 4) + word(at + 16),
    )
  }
  const problems: Problem[] = needed > bytes.length ? [{ code: 'cut', expected: needed }] : []
  return buildReport(
    'elf',
    [
      { name: 'machine', value: machines[machine] ?? formatHex(machine, 4) },
      { name: 'bits', value: `${is64 ? 64 : 32}, ${isLittle ? 'little-endian' : 'big-endian'}` },
      { name: 'entry', value: formatHex(offset(24), is64 ? 16 : 8) },
    ],
    problems,
  )
}
