import { watchDownloads } from '../../../../testing-console.ts'
import { agriculturalFlight } from '@swath/flight-logs/testing-flight'
import { buildLogFile as logFile, TEST_LOGS } from '@swath/flight-logs/testing-logs'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { toFile, showTool, createWorkerClass } from '../testing-show.tsx'
import { FlightLogsScreen } from './flight-logs-screen.tsx'
import { answerRequests } from './log-requests.ts'
import { LogSession } from './log-session.ts'

const fetched = vi.fn<() => void>()
beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('Worker', createWorkerClass(answerRequests))
})

const flight = agriculturalFlight({ lanes: 2, laneM: 40 })
const buildLog = (format: keyof typeof TEST_LOGS) => logFile(TEST_LOGS[format](flight))
const choose = (name: string, content: Uint8Array | string) =>
  fireEvent.change(screen.getByTestId('file'), { target: { files: [toFile(name, content)] } })

describe('a log in the worker', () => {
  test.each(Object.keys(TEST_LOGS) as (keyof typeof TEST_LOGS)[])(
    '%s: positions, fields, series, and exported files',
    async (format) => {
      const session = new LogSession()
      const log = (await session.open(toFile('log', buildLog(format)), null, () => undefined))!
      expect(log.pointCount).toBe(flight.length)
      expect(log.track!.lng.length).toBe(flight.length)
      expect(log.kinds[0]!.name).toBe('track')
      const names = log.kinds.flatMap(({ fields }) => fields.map(({ name }) => name)).slice(0, 20)
      const series = await session.series(names, () => undefined)
      expect(series.map(({ name }) => name)).toEqual(
        expect.arrayContaining(log.kinds[0]!.fields.map(({ name }) => name)),
      )
      const other = log.kinds[1]?.fields[0]?.name
      if (other) expect(names).toContain(other)
      const gpx = await session.write('gpx')
      expect(gpx.size).toBeGreaterThan(10_000)
      expect(gpx.type).toBe('application/gpx+xml')
    },
  )
})

describe('the flight log viewer', () => {
  test('opens a log: its format, contents and curves; nothing is uploaded', async () => {
    showTool(<FlightLogsScreen />)
    choose('flight.ulg', buildLog('ulog'))
    expect(await screen.findByText('PX4 ULog (.ulg)')).toBeTruthy()
    expect(
      await screen.findByRole('img', { name: /^Charts over time: height, speed/ }),
    ).toBeTruthy()
    const contents = screen.getByRole('region', { name: 'Contents' })
    fireEvent.change(within(contents).getByRole('textbox', { name: 'Search fields' }), {
      target: { value: 'voltage' },
    })
    const field = (await within(contents).findAllByRole('checkbox', { name: /voltage/ }))[0]!
    fireEvent.click(field)
    expect(
      await screen.findByRole('img', { name: /Charts over time: .*battery_status.*voltage/ }),
    ).toBeTruthy()
    expect(fetched).not.toHaveBeenCalled()
  })
  test('a truncated log is read as far as possible, and the position is reported', async () => {
    showTool(<FlightLogsScreen />)
    const whole = buildLog('dataflash')
    choose('cut.bin', whole.subarray(0, Math.floor(whole.length * 0.6)))
    expect(
      await screen.findByText(
        /^The file is truncated in the middle of a record, at byte [\d,]+ of [\d,]+\. Everything before was read\.$/,
      ),
    ).toBeTruthy()
    expect(screen.getByText('ArduPilot DataFlash (.bin)')).toBeTruthy()
    expect(await screen.findByRole('img', { name: /Charts over time/ })).toBeTruthy()
  })
  test('selecting an event jumps to its time, with the keyboard too', async () => {
    showTool(<FlightLogsScreen />)
    choose('flight.tlog', buildLog('tlog'))
    const slider = await screen.findByRole<HTMLInputElement>('slider', { name: 'Flight time' })
    fireEvent.click(screen.getByText(/^\d+ events$/))
    fireEvent.click(screen.getByText('Landing'))
    await waitFor(() => expect(Number(slider.value)).toBeGreaterThan(10_000))
    const before = Number(slider.value)
    fireEvent.keyDown(slider, { key: 'ArrowLeft' })
    expect(Number(slider.value)).toBe(before - 1_000)
    expect(slider.getAttribute('aria-valuetext')).toMatch(/^\d\d:\d\d:\d\d$/)
  })
  test('an intact log is reported as such, and its track is exported like the package does', async () => {
    const saved = watchDownloads()
    showTool(<FlightLogsScreen />)
    choose('flight.tlog', buildLog('tlog'))
    expect(await screen.findByText('No missing or damaged data.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Save as CSV' }))
    await waitFor(() => expect(saved[0]?.content.type).toBe('text/csv'))
  })
  test('a file that is not a log is reported, and another one can be chosen', async () => {
    showTool(<FlightLogsScreen />)
    choose('photo.jpg', 'not a log')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'photo.jpg is not a supported flight log.',
    )
    choose('flight.csv', buildLog('airdata csv'))
    expect(await screen.findByText('CSV')).toBeTruthy()
  })
})
