import {
  mostProblems,
  formatRange,
  buildReport,
  type FirmwareReport,
  type Problem,
} from './report.ts'

/**
 * Intel Hexadecimal Object File Format Specification, revision A, 1988: data, end, segment and
 * linear addresses, start addresses.
 */
const types = { data: 0, end: 1, segment: 2, startSegment: 3, linear: 4, startLinear: 5 } as const

const nibble = (code: number): number =>
  code >= 48 && code <= 57
    ? code - 48
    : code >= 65 && code <= 70
      ? code - 55
      : code >= 97 && code <= 102
        ? code - 87
        : -1

/** Checks the form, length, checksum and type of every line. */
export const inspectIntelHex = (bytes: Uint8Array): FirmwareReport => {
  const problems: Problem[] = []
  let problemCount = 0
  const tell = (problem: Problem): void => {
    problemCount++
    if (problems.length < mostProblems) problems.push(problem)
  }
  let [line, records, dataBytes, base, lowest, highest] = [0, 0, 0, 0, Infinity, -Infinity]
  let hasEnd = false
  const record = new Uint8Array(260)
  for (let from = 0; from < bytes.length;) {
    let end = bytes.indexOf(10, from)
    if (end < 0) end = bytes.length
    line++
    let to = end
    while (to > from && bytes[to - 1]! <= 32) to--
    const start = from
    from = end + 1
    if (to === start) continue
    if (bytes[start] !== 58) {
      tell({ code: 'not_a_record', at: line })
      continue
    }
    const size = (to - start - 1) / 2
    let isHex = Number.isInteger(size) && size >= 5 && size <= record.length
    for (let i = 0; isHex && i < size; i++) {
      const [high, low] = [nibble(bytes[start + 1 + i * 2]!), nibble(bytes[start + 2 + i * 2]!)]
      if (high < 0 || low < 0) isHex = false
      record[i] = high * 16 + low
    }
    if (!isHex) {
      tell({ code: 'not_a_record', at: line })
      continue
    }
    records++
    if (hasEnd) tell({ code: 'after_end', at: line })
    const length = record[0]!
    if (length !== size - 5) {
      tell({ code: 'odd_length', at: line, expected: length, found: size - 5 })
      continue
    }
    let sum = 0
    for (let i = 0; i < size - 1; i++) sum += record[i]!
    const expected = -sum & 0xff
    if (record[size - 1] !== expected)
      tell({ code: 'bad_checksum', at: line, expected, found: record[size - 1]! })
    const address = record[1]! * 256 + record[2]!
    const type = record[3]!
    if (type === types.data) {
      dataBytes += length
      if (length > 0) {
        lowest = Math.min(lowest, base + address)
        highest = Math.max(highest, base + address + length - 1)
      }
    } else if (type === types.end) hasEnd = true
    else if (type === types.segment && length === 2) base = (record[4]! * 256 + record[5]!) * 16
    else if (type === types.linear && length === 2) base = (record[4]! * 256 + record[5]!) * 65_536
    else if (!((type === types.startSegment || type === types.startLinear) && length === 4))
      tell({ code: 'bad_type', at: line, found: type })
  }
  if (!hasEnd) tell({ code: 'no_end' })
  return buildReport(
    'intel_hex',
    [
      { name: 'records', value: records },
      { name: 'dataBytes', value: dataBytes },
      ...(dataBytes > 0
        ? [{ name: 'addresses' as const, value: formatRange(lowest, highest) }]
        : []),
    ],
    problems,
    [],
    problemCount,
  )
}
