import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import readWorkbook from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import { slowness } from '@swath/domain/testing-slowness'
import { figure, type Cell } from './csv.ts'
import { xlsxStream } from './xlsx.ts'

const streamRows = async function* (rows: Cell[][]) {
  yield* rows
}
const options = {
  timeZone: 'Asia/Shanghai',
  signal: new AbortController().signal,
  sheetName: 'drones',
}
const buildFile = (rows: Cell[][], given = {}) =>
  buffer(xlsxStream(['a', 'b'], streamRows(rows), { ...options, ...given }))
const readBack = async (rows: Cell[][], given = {}) =>
  (await readWorkbook(Readable.from(await buildFile(rows, given)))).map(({ sheet, data }) => ({
    sheet,
    data,
  }))

describe('xlsxStream', () => {
  test('another program reads back texts as texts, numbers as numbers, times in the time zone', async () => {
    const [{ sheet, data }] = (await readBack([
      ['=1+1', 42],
      ['00123', figure(12.345)],
      ['ไทย 한국 中文 & <b>', figure(1.26, 1)],
      ['two\r\nlines', figure(0.5, 0)],
      [null, null],
      ['_x0041_\0', new Date('2026-06-15T15:59:59Z')],
    ])) as [{ sheet: string; data: unknown[][] }]
    expect(sheet).toBe('drones')
    expect(data.slice(0, 5)).toEqual([
      ['a', 'b'],
      ['=1+1', 42],
      ['00123', 12.35],
      ['ไทย 한국 中文 & <b>', 1.3],
      ['two\r\nlines', 1],
    ])
    expect(data.at(-1)).toEqual(['_x0041_', new Date('2026-06-15T23:59:59Z')])
  })

  test('rows after a full sheet continue in the next; without rows the sheet has only its titles', async () => {
    const sheets = await readBack(
      Array.from({ length: 5 }, (_, i) => [`r${i}`, i]),
      { sheetRows: 3 },
    )
    expect(sheets).toEqual([
      {
        sheet: 'drones',
        data: [
          ['a', 'b'],
          ['r0', 0],
          ['r1', 1],
        ],
      },
      {
        sheet: 'drones 2',
        data: [
          ['a', 'b'],
          ['r2', 2],
          ['r3', 3],
        ],
      },
      {
        sheet: 'drones 3',
        data: [
          ['a', 'b'],
          ['r4', 4],
        ],
      },
    ])
    expect(await readBack([])).toEqual([{ sheet: 'drones', data: [['a', 'b']] }])
  })

  test('200,000 rows are sent as they arrive: the first bytes at once, in constant memory; a disconnect stops it', async () => {
    let read = 0
    let closed = 0
    const endless = async function* (count: number): AsyncGenerator<Cell[]> {
      try {
        for (let i = 0; i < count; i++) {
          if (i % 1000 === 0) await new Promise(setImmediate)
          read++
          yield [
            `SW-${i}`,
            'Hexa 30',
            'Alpha Works',
            i,
            figure(i / 7),
            new Date(1_750_000_000_000 + i * 1000),
            'ไทย',
          ]
        }
      } finally {
        closed++
      }
    }
    const from = performance.now()
    const stream = xlsxStream(['1', '2', '3', '4', '5', '6', '7'], endless(200_000), options)
    let bytes = 0
    let firstMs = Infinity
    let most = 0
    globalThis.gc?.()
    const before = process.memoryUsage().rss
    for await (const piece of stream) {
      if (bytes === 0) firstMs = performance.now() - from
      bytes += (piece as Buffer).length
      most = Math.max(most, process.memoryUsage().rss - before)
    }
    console.log(
      `200,000 rows: ${(bytes / 1e6).toFixed(1)} MB in ${Math.round(performance.now() - from)} ms, first byte ${Math.round(firstMs)} ms, +${(most / 1e6).toFixed(0)} MB`,
    )
    expect([read, closed]).toEqual([200_000, 1])
    expect(firstMs).toBeLessThan(1000 * slowness())
    expect(most).toBeLessThan(150e6)

    read = 0
    for await (const piece of xlsxStream(['1'], endless(1e9), options))
      if ((piece as Buffer).length > 0 && read > 1000) break
    await expect.poll(() => closed).toBe(2)
    const abort = new AbortController()
    await expect(async () => {
      for await (const piece of xlsxStream(['1'], endless(1e9), {
        ...options,
        signal: abort.signal,
      }))
        if (piece) abort.abort()
    }).rejects.toThrow('went away')
    await expect.poll(() => closed).toBe(3)
  })

  test('breaks off if its source fails', async () => {
    const broken = async function* (): AsyncGenerator<Cell[]> {
      yield ['x', 1]
      throw new Error('away')
    }
    await expect(buffer(xlsxStream(['a', 'b'], broken(), options))).rejects.toThrow('away')
  })
})
