import { expect, test } from 'vitest'
import type { FeatureCollection } from 'geojson'
import { LiveLayer, type DroneColumns, type LiveLayerOptions } from './live-layer.ts'
import type { MapHandle, MapLayer } from '../../../map/map-types.ts'

/** Without images, because jsdom has no canvas. */
const layOn = (map: MapHandle, options: LiveLayerOptions = {}): LiveLayer =>
  new LiveLayer(map, { ...options, imagesOf: () => ({}) })

/** A map that records its layers. */
const fakeMap = (zoom: number) => {
  const shown: Record<string, FeatureCollection> = {}
  const layers: MapLayer[] = []
  const painted: unknown[] = []
  let palette: 'light' | 'dark' = 'light'
  let repaint = (): void => undefined
  const map = {
    setLayer: (layer: MapLayer) => void layers.push(layer),
    removeLayer: () => undefined,
    palette: () => palette,
    onPaletteChange: (listener: () => void) => {
      repaint = listener
      return () => undefined
    },
    view: () => ({ zoom }),
    setData: (_layer: string, source: string, data: FeatureCollection) => {
      shown[source] = data
    },
    setPaint: (...paint: unknown[]) => void painted.push(paint),
  } as unknown as MapHandle
  return {
    map,
    painted,
    layer: () => layers.at(-1)!,
    facts: (source: string) => shown[source]!.features.map(({ properties }) => properties!),
    turnDark: () => {
      palette = 'dark'
      repaint()
    },
  }
}

const drones: DroneColumns = {
  ids: ['A', 'B', 'C', 'D'],
  lng: [100, 100.001, 100.002, 110],
  lat: [30, 30, 30.001, 30],
  headingDeg: [10, Number.NaN, 20, 30],
  statuses: ['spraying', 'ground', 'ground', 'flying'],
}

test('reports the drone under the pointer, once for each, and when the pointer has left', () => {
  const { map, layer } = fakeMap(12)
  const hovered: (string | null)[] = []
  layOn(map, { onDroneHover: (id) => hovered.push(id) })
  const point = (properties: Record<string, unknown> | null): void =>
    layer().onHover?.(properties && { properties, at: [100, 30] })
  for (const properties of [
    { id: 'A' },
    { id: 'A' },
    { id: 'B' },
    { count: 12 },
    null,
    { id: 'B' },
    null,
  ])
    point(properties)
  expect(hovered).toEqual(['A', 'B', null, 'B', null])
})

test('a group shows the shares of states and its most severe alarm', () => {
  const { map, facts } = fakeMap(5)
  const live = layOn(map)
  live.setDrones(drones)
  expect(facts('drones').map(({ id }) => id)).toEqual(['D'])
  // A third sprays, two thirds are on the ground: 5 and 11 of 16.
  expect(facts('groups')).toEqual([{ count: 3, text: '3', sign: 'count-0-5-0-11-0-0-light' }])
  live.setAlarms(
    new Map([
      ['B', 3],
      ['C', 2],
      ['D', 1],
    ]),
  )
  expect(facts('groups')[0]!['sign']).toBe('count-0-5-0-11-0-2-light')
  expect(facts('drones')[0]!['alarm']).toBe(1)
})

test('where space is short, the selected drone has priority, then alarms by level, then spraying drones', () => {
  const { map, facts } = fakeMap(12)
  const live = layOn(map)
  live.select('B')
  live.setAlarms(
    new Map([
      ['C', 2],
      ['D', 1],
    ]),
  )
  live.setDrones(drones)
  const ranked = facts('drones').toSorted((a, b) => Number(b['rank']) - Number(a['rank']))
  expect(ranked.map(({ id }) => id)).toEqual(['B', 'D', 'C', 'A'])
})

test('clusters of the server show their shares', () => {
  const { map, facts } = fakeMap(4)
  const live = layOn(map)
  live.setClusters({ lng: [1], lat: [2], count: [4321], shares: [128, 0, 64, 64] })
  expect(facts('clusters')).toEqual([
    { count: 4321, text: '4321', sign: 'count-3-4-4-0-8-0-light' },
  ])
})

test('a lost connection greys every sign, and a change of palette redraws them', () => {
  const { map, layer, facts, painted, turnDark } = fakeMap(5)
  const live = layOn(map)
  live.setDrones(drones)
  live.setStale(true)
  const known = new Set(layer().styleLayers.map(({ id }) => id))
  for (const [, styleLayer, , value] of painted as [string, string, string, number][]) {
    expect(known).toContain(styleLayer)
    expect(value).toBeLessThan(1)
  }
  turnDark()
  expect(facts('groups')[0]!['sign']).toMatch(/-dark$/)
  expect(JSON.stringify(layer().styleLayers)).toContain('E6EEF6')
})
