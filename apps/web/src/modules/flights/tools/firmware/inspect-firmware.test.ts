// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { Crc32 } from '@swath/domain/crc32'
import { inspectFirmware } from './inspect-firmware.ts'

const text = (value: string) => new TextEncoder().encode(value)
const codes = async (bytes: Uint8Array) =>
  (await inspectFirmware(bytes)).problems.map(({ code }) => code)
const readFacts = async (bytes: Uint8Array) =>
  Object.fromEntries((await inspectFirmware(bytes)).facts.map(({ name, value }) => [name, value]))

/** A record with its checksum (Intel HEX specification, 1988). */
const record = (address: number, type: number, data: readonly number[]): string => {
  const bytes = [data.length, address >> 8, address & 255, type, ...data]
  return `:${[...bytes, -bytes.reduce((sum, one) => sum + one, 0) & 255].map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join('')}`
}

describe('Intel HEX', () => {
  // records of the specification and of Wikipedia's article on the format
  const published = [
    ':10010000214601360121470136007EFE09D2190140',
    ':100110002146017E17C20001FF5F16002148011928',
    ':10012000194E79234623965778239EDA3F01B2CAA7',
    ':100130003F0156702B5E712B722B732146013421C7',
    ':00000001FF',
  ]
  test('the published example is whole', async () => {
    const report = await inspectFirmware(text(`${published.join('\r\n')}\r\n`))
    expect(report).toMatchObject({ kind: 'intel_hex', problemCount: 0 })
    expect(await readFacts(text(published.join('\n')))).toEqual({
      records: 5,
      dataBytes: 64,
      addresses: '0x00000100–0x0000013F',
    })
  })
  test('each damaged line is reported by its number and its error', async () => {
    const lines = [...published]
    lines[1] = `${lines[1]!.slice(0, -1)}9`
    lines[2] = lines[2]!.slice(0, -4)
    const { problems } = await inspectFirmware(
      text(`${[...lines, record(0, 0, [1]), record(0, 9, [])].join('\n')}\nrubbish\n`),
    )
    expect(problems).toEqual([
      { code: 'bad_checksum', at: 2, expected: 0x28, found: 0x29 },
      { code: 'odd_length', at: 3, expected: 16, found: 14 },
      { code: 'after_end', at: 6 },
      { code: 'after_end', at: 7 },
      { code: 'bad_type', at: 7, found: 9 },
      { code: 'not_a_record', at: 8 },
    ])
    expect(await codes(text(published.slice(0, 4).join('\n')))).toEqual(['no_end'])
  })
  test('extended addresses are supported, and a file of errors only has a short report', async () => {
    expect(
      await readFacts(
        text(
          [
            record(0, 4, [0x08, 0x00]),
            record(0x10, 0, [1, 2]),
            record(0, 2, [0x10, 0x00]),
            record(0, 0, [3]),
            record(0, 1, []),
          ].join('\n'),
        ),
      ),
    ).toMatchObject({ dataBytes: 3, addresses: '0x00010000–0x08000011' })
    const report = await inspectFirmware(text(`${published[0]}\n${':00\n'.repeat(100_000)}`))
    expect(report.problemCount).toBe(100_001)
    expect(report.problems).toHaveLength(50)
  })
})

const uf2Block = (
  number: number,
  of: number,
  change: (view: DataView) => void = () => undefined,
): Uint8Array => {
  const view = new DataView(new ArrayBuffer(512))
  for (const [at, value] of [
    [0, 0x0a324655],
    [4, 0x9e5d5157],
    [8, 0x2000],
    [12, 0x1000_0000 + number * 256],
    [16, 256],
    [20, number],
    [24, of],
    [28, 0xe48bff56],
    [508, 0x0ab16f30],
  ] as const)
    view.setUint32(at, value, true)
  change(view)
  return new Uint8Array(view.buffer)
}
const joined = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]))

test('UF2: blocks, family and addresses; a missing and a broken block are reported', async () => {
  const whole = joined(uf2Block(0, 3), uf2Block(1, 3), uf2Block(2, 3))
  expect(await readFacts(whole)).toEqual({
    blocks: 3,
    dataBytes: 768,
    addresses: '0x10000000–0x100002FF',
    family: 'Raspberry Pi RP2040',
  })
  expect(await codes(whole)).toEqual([])
  expect(await codes(whole.subarray(0, 1100))).toEqual(['odd_size', 'missing_blocks'])
  expect(
    (
      await inspectFirmware(
        joined(
          uf2Block(0, 2),
          uf2Block(1, 2, (view) => view.setUint32(508, 0, true)),
        ),
      )
    ).problems[0],
  ).toEqual({ code: 'bad_block', at: 1 })
})

test('ELF: processor and bits; a truncated file is reported', async () => {
  const view = new DataView(new ArrayBuffer(400))
  new Uint8Array(view.buffer).set([0x7f, 0x45, 0x4c, 0x46, 1, 1, 1])
  for (const [at, value] of [
    [16, 2],
    [18, 40],
    [42, 32],
    [44, 1],
    [46, 40],
    [48, 2],
  ] as const)
    view.setUint16(at, value, true)
  for (const [at, value] of [
    [24, 0x0800_0189],
    [28, 52],
    [32, 320],
    [52 + 4, 84],
    [52 + 16, 200],
  ] as const)
    view.setUint32(at, value, true)
  const bytes = new Uint8Array(view.buffer)
  expect(await inspectFirmware(bytes)).toMatchObject({ kind: 'elf', problems: [] })
  expect(await readFacts(bytes)).toEqual({
    machine: 'ARM',
    bits: '32, little-endian',
    entry: '0x08000189',
  })
  expect((await inspectFirmware(bytes.subarray(0, 350))).problems).toEqual([
    { code: 'cut', expected: 400 },
  ])
  expect(await codes(bytes.subarray(0, 20))).toEqual(['cut'])
})

test('DFU: the suffix of the USB specification, its devices and its own checksum', async () => {
  const body = joined(
    text('firmware'),
    Uint8Array.of(0xff, 0xff, 0x11, 0xdf, 0x83, 0x04, 0x00, 0x01, 0x55, 0x46, 0x44, 16),
  )
  // the suffix's checksum is CRC-32 without the last inversion (DFU 1.1, appendix B)
  const crc = ~new Crc32().update(body).value() >>> 0
  const file = joined(
    body,
    Uint8Array.of(crc & 255, (crc >>> 8) & 255, (crc >>> 16) & 255, crc >>> 24),
  )
  expect(await inspectFirmware(file)).toMatchObject({ kind: 'dfu', problems: [] })
  expect(await readFacts(file)).toMatchObject({ usbDevice: '0x0483:0xDF11', imageBytes: 8 })
  file[3] = 0
  expect(await codes(file)).toEqual(['bad_dfu_checksum'])
})

describe('APJ and PX4', () => {
  const packed = async (image: Uint8Array<ArrayBuffer>) => {
    const bytes = new Uint8Array(
      await new Response(
        new Response(image).body!.pipeThrough(new CompressionStream('deflate')),
      ).arrayBuffer(),
    )
    return btoa(String.fromCharCode(...bytes))
  }
  const image = new Uint8Array(1000).fill(7)
  test('board, version and a whole image', async () => {
    const json = {
      board_id: 50,
      magic: 'APJFWv1',
      description: '',
      image: await packed(image),
      summary: 'FMUv5',
      version: '0.1',
      image_size: 998,
      git_identity: '8a6b3e2a',
      board_revision: 0,
    }
    expect(await inspectFirmware(text(JSON.stringify(json)))).toMatchObject({
      kind: 'apj',
      problems: [],
    })
    expect(await readFacts(text(JSON.stringify(json)))).toMatchObject({
      boardId: 50,
      description: 'FMUv5',
      commit: '8a6b3e2a',
      imageBytes: 998,
    })
    expect(await codes(text(JSON.stringify({ ...json, image_size: 5000 })))).toEqual(['image_size'])
    expect(
      await codes(text(JSON.stringify({ ...json, image: `${json.image.slice(0, 20)}AAAA` }))),
    ).toEqual(['bad_image'])
    expect(await codes(text(JSON.stringify(json).slice(0, -30)))).toEqual(['bad_json'])
    expect(
      await inspectFirmware(text(JSON.stringify({ ...json, magic: 'PX4FWv1' }))),
    ).toMatchObject({ kind: 'px4' })
  })
  test('other JSON is not recognised', async () => {
    expect(await inspectFirmware(text('{"board_id":1}'))).toMatchObject({ kind: 'unknown' })
    expect(await inspectFirmware(text('{"a":'))).toMatchObject({ kind: 'unknown' })
  })
})

test('ZIP: lists its contents, and reports a missing end', async () => {
  const { writeZip } = await import('@swath/file-syntax/zip-writer')
  const parts: Uint8Array[] = []
  for await (const part of writeZip([
    { name: 'firmware.hex', content: 'abc' },
    { name: '说明.txt', content: 'de' },
  ]))
    parts.push(part)
  const zip = joined(...parts)
  expect(await inspectFirmware(zip)).toMatchObject({
    kind: 'zip',
    problems: [],
    names: ['firmware.hex', '说明.txt'],
    facts: [
      { name: 'entries', value: 2 },
      { name: 'unpackedBytes', value: 5 },
    ],
  })
  expect(await codes(zip.subarray(0, -10))).toEqual(['bad_directory'])
})

test('a raw image is recognised by its first words, garbage is not, and no content makes it throw', async () => {
  const raw = new Uint8Array(256)
  new DataView(raw.buffer).setUint32(0, 0x2002_0000, true)
  new DataView(raw.buffer).setUint32(4, 0x0800_4189, true)
  expect(await inspectFirmware(raw)).toMatchObject({ kind: 'cortex_m' })
  for (const head of [
    '',
    'x',
    '\x7fELF',
    'DfuSe',
    'PK\x03\x04',
    '\x1f\x8b',
    '{',
    ':',
    '\x27\x05\x19\x56',
    'UF2\n',
  ]) {
    for (let length = 0; length < 80; length += 7) {
      const bytes = new Uint8Array(head.length + length).fill(0xff, head.length)
      bytes.set(Uint8Array.from(head, (letter) => letter.charCodeAt(0)))
      expect((await inspectFirmware(bytes)).kind).toBeTypeOf('string')
    }
  }
})
