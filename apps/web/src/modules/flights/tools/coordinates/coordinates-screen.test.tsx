import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { LngLat } from '@swath/domain/lng-lat'
import { describe, expect, test } from 'vitest'
import type { MapHandle, MapLayer } from '../../../../map/map-types.ts'
import { showTool } from '../testing-show.tsx'
import { conversionCsv, convertLines, isConverted } from './conversion.ts'
import { CoordinatesScreen } from './coordinates-screen.tsx'

const fakeMap = () => {
  const clicks: ((at: LngLat) => void)[] = []
  const layers: MapLayer[] = []
  const map = {
    setLayer: (layer: MapLayer) => void layers.push(layer),
    removeLayer: () => undefined,
    fitBounds: () => undefined,
    onBackgroundClick: (hear: (at: LngLat) => void) => {
      clicks.push(hear)
      return () => undefined
    },
  } as unknown as MapHandle
  return {
    map,
    click: (at: LngLat) =>
      act(() => {
        for (const hear of clicks) hear(at)
      }),
    layers,
  }
}
const input = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Locations' })
const write = (value: string) => fireEvent.change(input(), { target: { value } })

describe('the coordinate converter', () => {
  test('shows a position in every system, and MGRS as published by GeographicLib', async () => {
    // Baghdad, from GeographicLib's documentation of UTMUPS and MGRS.
    const [baghdad] = convertLines('33.3, 44.4', 'wgs84', 'latLng')
    expect(baghdad).toMatchObject({ mgrs: '38SMB4414084706', offset: false })
    showTool(<CoordinatesScreen />)
    write('39.915, 116.404')
    expect(await screen.findByText('39.9150000, 116.4040000')).toBeTruthy()
    // coordtransform, test/app.js
    expect(screen.getByText('39.9164043, 116.4102445')).toBeTruthy()
    expect(screen.getByText(/^50S 449\d{3}\.\d{2} 44\d{5}\.\d{2}$/)).toBeTruthy()
    fireEvent.click(screen.getByText('0°00′00″'))
    expect(screen.getByText('39°54′54.000″N 116°24′14.400″E')).toBeTruthy()
  })
  test('reads many lines, explains which it could not read, and reports where it swapped the order', async () => {
    showTool(<CoordinatesScreen />)
    write('120.1551, 30.2741\n\nhello\n13.75N 100.5E\n30 75 0 N 120 0 0 E')
    expect(
      await screen.findByText(
        'Read as longitude, latitude: the first number is too large for a latitude.',
      ),
    ).toBeTruthy()
    expect(screen.getByText('Not valid coordinates.')).toBeTruthy()
    expect(
      screen.getByText(
        'Minutes and seconds must be from 0 to 59, and only the last part can have decimals.',
      ),
    ).toBeTruthy()
    expect(
      screen.getByText('No offset outside mainland China: GCJ-02 and BD-09 are identical.'),
    ).toBeTruthy()
    expect(screen.getByText('2 locations read · 2 lines not recognised')).toBeTruthy()
  })
  test('a click on the map adds its position in the selected system, and positions are drawn at their true location', async () => {
    const { map, click, layers } = fakeMap()
    showTool(<CoordinatesScreen />, map)
    click([116.404, 39.915])
    await waitFor(() => expect(input().value).toBe('39.9150000, 116.4040000\n'))
    click([100.5, 13.75])
    await waitFor(() =>
      expect(input().value).toBe('39.9150000, 116.4040000\n13.7500000, 100.5000000\n'),
    )
    await waitFor(() =>
      expect(layers.at(-1)!.sources['places']!.data).toMatchObject({
        features: [
          { geometry: { coordinates: [116.404, 39.915] } },
          { geometry: { coordinates: [100.5, 13.75] } },
        ],
      }),
    )
    fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Datum' }))
    fireEvent.click(await screen.findByText('GCJ-02 · Amap, Tencent'))
    await waitFor(() =>
      expect(layers.at(-1)!.sources['places']!.data).toMatchObject({
        features: [
          { geometry: { coordinates: [expect.closeTo(116.39776, 4), expect.closeTo(39.9136, 4)] } },
          {},
        ],
      }),
    )
  })
  test('the file has a row per line, and formulas in it are neutralised', () => {
    const csv = conversionCsv(
      convertLines('30.2741, 120.1551\n=1+1\n-33.9, 18.4', 'wgs84', 'latLng'),
    )
    const lines = csv.slice(1).split('\r\n')
    expect(lines[0]).toBe(
      'line,input,wgs84_lat,wgs84_lng,gcj02_lat,gcj02_lng,bd09_lat,bd09_lng,utm,mgrs',
    )
    expect(lines[1]).toMatch(
      /^1,"30.2741, 120.1551",30.2741000,120.1551000,30\.27\d+,120\.15\d+,30\.2\d+,120\.1\d+,51R /,
    )
    expect(lines[2]).toBe("2,'=1+1,,,,,,,,")
    expect(lines[3]).toContain('-33.9000000,18.4000000,-33.9000000')
  })
  test('reads at most ten thousand lines', () => {
    const rows = convertLines('30.2741, 120.1551\n'.repeat(12_000), 'gcj02', 'latLng')
    expect(rows).toHaveLength(10_000)
    expect(rows.every(isConverted)).toBe(true)
  })
})
