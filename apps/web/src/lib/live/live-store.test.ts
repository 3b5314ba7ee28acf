import { describe, expect, test } from 'vitest'
import type { LiveDroneRecord } from '@swath/contract/live/live'
import { LiveStore } from './live-store.ts'

const drone = (slot: number, change: Partial<LiveDroneRecord> = {}): LiveDroneRecord => ({
  slot,
  lng: 100 + slot,
  lat: 30,
  headingDeg: null,
  flight: 'spraying',
  locked: false,
  simulated: false,
  batteryPercent: null,
  speedMs: 4.5,
  heightM: 3,
  ageS: 1,
  ...change,
})

describe('live store', () => {
  test('keeps values in columns, and distinguishes missing values from zero', () => {
    const store = new LiveStore()
    store.name([
      [1, 'A', 'Alpha'],
      [2, 'B', 'Beta'],
    ])
    store.take(
      {
        kind: 'drones',
        serverTimeMs: 9,
        drones: [
          drone(1),
          drone(2, { batteryPercent: 0, headingDeg: 0, locked: true, simulated: true }),
        ],
      },
      1000,
    )
    expect(store.drones.ids).toEqual(['A', 'B'])
    expect(store.read('A', 3000)).toMatchObject({
      batteryPercent: null,
      headingDeg: null,
      status: 'spraying',
      ageS: 3,
      locked: false,
      simulated: false,
    })
    expect(store.read('B', 1000)).toMatchObject({
      batteryPercent: 0,
      headingDeg: 0,
      locked: true,
      simulated: true,
    })
    expect(store.read('C', 1000)).toBeNull()
  })

  test('a name that arrives after its frame is assigned to the shown drone', () => {
    const store = new LiveStore()
    let notified = 0
    store.subscribe(() => notified++)
    store.take({ kind: 'drones', serverTimeMs: 9, drones: [drone(1)] }, 1000)
    expect(store.read('A', 1000)).toBeNull()
    store.name([[1, 'A', 'Alpha']])
    expect(store.read('A', 1000)?.lng).toBe(101)
    expect(notified).toBe(2)
  })

  test('clusters replace drones and vice versa', () => {
    const store = new LiveStore()
    store.name([[1, 'A', 'Alpha']])
    store.take({ kind: 'drones', serverTimeMs: 1, drones: [drone(1)] }, 0)
    store.take(
      {
        kind: 'clusters',
        serverTimeMs: 2,
        clusters: [{ lng: 1, lat: 2, count: 1234, shares: [0, 155, 0, 100] }],
      },
      1,
    )
    expect(store.drones.ids).toEqual([])
    expect(store.read('A', 1)).toBeNull()
    expect([...store.clusters.count]).toEqual([1234])
    store.take({ kind: 'drones', serverTimeMs: 3, drones: [drone(1)] }, 2)
    expect(store.clusters.count).toHaveLength(0)
  })
})
