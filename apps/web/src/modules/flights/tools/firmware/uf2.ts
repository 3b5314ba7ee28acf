import {
  formatHex,
  mostProblems,
  formatRange,
  buildReport,
  toDataView,
  type FirmwareReport,
  type Problem,
} from './report.ts'

/**
 * Magic numbers of the USB Flashing Format (github.com/microsoft/uf2), which has blocks of 512
 * bytes.
 */
export const uf2Magic = [0x0a32_4655, 0x9e5d_5157] as const
const endMagic = 0x0ab1_6f30
const blockBytes = 512
const mostPayload = 476
const flags = { notMainFlash: 0x1, familyId: 0x2000 } as const

/**
 * Families of chips in ground stations, receivers and companion computers (utils/uf2families.json).
 */
const families: Readonly<Record<number, string>> = {
  0x1b57_745f: 'Nordic nRF52',
  0x621e_937a: 'Nordic nRF52833',
  0xada5_2840: 'Nordic nRF52840',
  0x1c5f_21b0: 'ESP32',
  0xbfdd_4eee: 'ESP32-S2',
  0xc47e_5767: 'ESP32-S3',
  0xd42b_a06c: 'ESP32-C3',
  0x540d_df62: 'ESP32-C6',
  0x6478_24b6: 'ST STM32F0',
  0x5ee2_1072: 'ST STM32F103',
  0x6b84_6188: 'ST STM32F3',
  0x5775_5a57: 'ST STM32F4',
  0x53b8_0f00: 'ST STM32F7',
  0x6db6_6082: 'ST STM32H7',
  0x300f_5633: 'ST STM32G0',
  0x4c71_240a: 'ST STM32G4',
  0x00ff_6919: 'ST STM32L4',
  0x68ed_2b88: 'Microchip SAMD21',
  0x5511_4460: 'Microchip SAMD51',
  0xe48b_ff56: 'Raspberry Pi RP2040',
  0x4fb2_d5bd: 'NXP i.MX RT10XX',
}

export const inspectUf2 = (bytes: Uint8Array): FirmwareReport => {
  const view = toDataView(bytes)
  const problems: Problem[] = []
  let problemCount = 0
  const tell = (problem: Problem): void => {
    problemCount++
    if (problems.length < mostProblems) problems.push(problem)
  }
  const blocks = Math.floor(bytes.length / blockBytes)
  if (bytes.length % blockBytes !== 0) tell({ code: 'odd_size', found: bytes.length % blockBytes })
  const seen = new Map<number, { announced: number; numbers: Set<number> }>()
  let [payload, lowest, highest] = [0, Infinity, -Infinity]
  for (let block = 0; block < blocks; block++) {
    const at = block * blockBytes
    const word = (offset: number): number => view.getUint32(at + offset, true)
    const size = word(16)
    if (
      word(0) !== uf2Magic[0] ||
      word(4) !== uf2Magic[1] ||
      word(508) !== endMagic ||
      size > mostPayload ||
      word(20) >= word(24)
    ) {
      tell({ code: 'bad_block', at: block })
      continue
    }
    if ((word(8) & flags.notMainFlash) !== 0) continue
    const family = (word(8) & flags.familyId) === 0 ? 0 : word(28)
    const known = seen.get(family) ?? { announced: word(24), numbers: new Set<number>() }
    known.numbers.add(word(20))
    seen.set(family, known)
    payload += size
    lowest = Math.min(lowest, word(12))
    highest = Math.max(highest, word(12) + size - 1)
  }
  for (const { announced, numbers } of seen.values())
    if (numbers.size < announced)
      tell({ code: 'missing_blocks', expected: announced, found: numbers.size })
  const named = [...seen.keys()]
    .filter((family) => family !== 0)
    .map((family) => families[family] ?? formatHex(family))
  return buildReport(
    'uf2',
    [
      { name: 'blocks', value: blocks },
      { name: 'dataBytes', value: payload },
      ...(payload > 0 ? [{ name: 'addresses' as const, value: formatRange(lowest, highest) }] : []),
      ...(named.length > 0 ? [{ name: 'family' as const, value: named.join(', ') }] : []),
    ],
    problems,
    [],
    problemCount,
  )
}
