import { expect, test } from 'vitest'
import { slowness } from '@swath/domain/testing-slowness'
import { watchStalls } from '../workers/stalls.ts'
import { figure, type Cell } from './csv.ts'
import { tableStream } from './table.ts'

const rowCount = 100_000

/** Like a list whose database answers immediately. */
const rows = async function* (): AsyncGenerator<Cell[]> {
  for (let row = 0; row < rowCount; row++)
    yield [
      `T${row}`,
      `Field "${row}", north of the canal`,
      new Date(1_780_000_000_000 + row * 1000),
      ...Array.from({ length: 6 }, (_, column) => figure(row / (column + 1))),
      '浙江省/杭州市/西湖区',
      row,
      null,
    ]
}

// Before the event loop got turns between rows, such a CSV blocked it for 1.3 s.
test.each(['csv', 'xlsx'] as const)(
  'a list of 100,000 rows as %s does not block the event loop',
  async (format) => {
    const stream = await tableStream(
      'flights',
      Array.from({ length: 12 }, (_, column) => `Column ${column}`),
      rows(),
      {
        format,
        timeZone: 'Asia/Shanghai',
        signal: new AbortController().signal,
        setHeader: () => undefined,
      },
    )
    const stalls = watchStalls()
    let bytes = 0
    for await (const piece of stream) bytes += (piece as Buffer | string).length
    const { busyMs } = stalls.longest()
    stalls.stop()
    console.log(
      `${rowCount} rows as ${format}: ${bytes} bytes, longest hold ${Math.round(busyMs)} ms`,
    )
    expect(bytes).toBeGreaterThan(3_000_000)
    expect(busyMs).toBeLessThan(200 * slowness())
  },
  120_000,
)
