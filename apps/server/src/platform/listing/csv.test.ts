import { describe, expect, test } from 'vitest'
import { begun, csvStream, figure, type Cell } from './csv.ts'
import { formatLocalTime } from './local-time.ts'
import { containing, parseSort } from './search.ts'

type Cells = Cell[]
const streamRows = async function* (rows: Cells[]) {
  yield* rows
}
const buildText = async (rows: Cells[], timeZone = 'Asia/Shanghai') => {
  let text = ''
  for await (const piece of await csvStream(['a', 'b'], streamRows(rows), {
    timeZone,
    signal: new AbortController().signal,
  }))
    text += String(piece)
  return text
}

describe('csvStream', () => {
  test('a byte order mark, quotes where needed, CRLF', async () => {
    expect(
      await buildText([
        ['plain', 1.5],
        ['comma, "quote"', 'two\nlines'],
        [null, 'ไทย 한국 中文'],
      ]),
    ).toBe('\uFEFFa,b\r\nplain,1.5\r\n"comma, ""quote""","two\nlines"\r\n,ไทย 한국 中文\r\n')
  })

  test.each([
    '=1+1',
    '+1',
    '-1+1',
    '@sum(a1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '＝1',
    '＋1',
    '－1',
    '＠a',
    "=cmd|' /C calc'!A0",
    ';=1+1',
    ' =1',
    '\u00a0\u200b=1',
    '"=1',
    "'=1",
    ',=1',
    '; @sum(a1)',
  ])('%j is written as text, not as a formula', async (text) => {
    const [, second] = (await buildText([[text, 'x']])).split('\uFEFFa,b\r\n')
    expect(second).toMatch(/^"?'/)
  })

  test.each(['-1', '-1.25', '0', '3', 'a=1', '#1', '2026-06-15'])(
    '%j is unchanged',
    async (text) => {
      expect(await buildText([[text, 'x']])).toBe(`\uFEFFa,b\r\n${text},x\r\n`)
    },
  )

  test.each([
    ['a;=1+1', '"a;\'=1+1"'],
    ['a|-1+1', '"a|\'-1+1"'],
    ['a\t@x', '"a\t\'@x"'],
    ['two\n=1', '"two\n\'=1"'],
    ['a; - b', '"a; - b"'],
  ])('%j starts no formula with another separator', async (text, written) => {
    expect(await buildText([[text, 'x']])).toBe(`\uFEFFa,b\r\n${written},x\r\n`)
  })

  test('times are in the time zone, across midnight and changes to daylight saving time', async () => {
    const times = ['2026-06-15T15:59:59.999Z', '2026-06-15T16:00:00Z', '2026-12-31T23:00:00Z'].map(
      (iso) => new Date(iso),
    )
    expect(
      (
        await buildText([
          [times[0]!, times[1]!],
          [times[2]!, null],
        ])
      ).split('\r\n'),
    ).toEqual(['\uFEFFa,b', '2026/06/15 23:59:59,2026/06/16 00:00:00', '2027/01/01 07:00:00,', ''])
    expect(
      [
        '2026-03-29T00:59:59Z',
        '2026-03-29T01:00:00Z',
        '2026-10-25T00:30:00Z',
        '2026-10-25T01:30:00Z',
      ].map((iso) => formatLocalTime(new Date(iso), 'Europe/Berlin')),
    ).toEqual([
      '2026/03/29 01:59:59',
      '2026/03/29 03:00:00',
      '2026/10/25 02:30:00',
      '2026/10/25 02:30:00',
    ])
  })

  test('an error at the first row is reported at once; the source is closed when the reader leaves or is stopped', async () => {
    const broken: AsyncIterable<Cells> = {
      [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('away')) }),
    }
    await expect(
      csvStream(['a'], broken, { timeZone: 'Etc/UTC', signal: new AbortController().signal }),
    ).rejects.toThrow('away')

    let closed = 0
    let read = 0
    const endless = async function* (): AsyncGenerator<Cells> {
      try {
        for (;;) yield [String(++read)]
      } finally {
        closed++
      }
    }
    const left = await csvStream(['a'], endless(), {
      timeZone: 'Etc/UTC',
      signal: new AbortController().signal,
    })
    for await (const piece of left) if (read > 50 || !piece) break
    await expect.poll(() => closed).toBe(1)

    const abort = new AbortController()
    const stopped = await csvStream(['a'], endless(), { timeZone: 'Etc/UTC', signal: abort.signal })
    for await (const piece of stopped) if (read > 200 || !piece) abort.abort()
    await expect.poll(() => closed).toBe(2)
  })

  test('begun does not read a row twice', async () => {
    const all: number[] = []
    for await (const one of await begun(
      (async function* () {
        yield* [1, 2, 3]
      })(),
    ))
      all.push(one)
    expect(all).toEqual([1, 2, 3])
  })
})

test('figure: a decimal point, no thousands separators, an empty cell for null', async () => {
  expect(
    await buildText([
      [figure(1234567.891), figure(0.5, 0)],
      [figure(-2, 1), figure(null)],
    ]),
  ).toBe('\uFEFFa,b\r\n1234567.89,1\r\n-2.0,\r\n')
})

test('containing treats wildcards as plain characters', () => {
  expect(containing('50%_a\\b')).toBe('%50\\%\\_a\\\\b%')
})

test('sortOf', () => {
  expect(parseSort('-area', 'name')).toEqual({ field: 'area', descending: true })
  expect(parseSort<'area' | 'name'>(undefined, '-name')).toEqual({
    field: 'name',
    descending: true,
  })
})
