import { expect, test } from 'vitest'
import { checkPolygon } from '@swath/domain/polygon'
import { shapeContains } from '@swath/domain/zone-shapes'
import { firstLevelAreaAt } from '@swath/fixtures/first-level-areas'
import { findRegion } from '@swath/fixtures/regions'
import { buildWorld } from './world.seed.ts'

const world = buildWorld()

test('is the same at every start', () => {
  expect(buildWorld()).toEqual(world)
  const ids = [
    ...world.accounts,
    ...world.users,
    ...world.models,
    ...world.drones,
    ...world.plots,
    ...world.zones,
  ].map((one) => one.id)
  expect(new Set(ids).size).toBe(ids.length)
})

test('plots are valid polygons of 5 to 120 mu within their region', () => {
  for (const plot of world.plots) {
    expect(checkPolygon([plot.ring]), plot.name).toEqual({ ok: true })
    const mu = plot.areaM2 / (2000 / 3)
    expect(mu, plot.name).toBeGreaterThan(4.5)
    expect(mu, plot.name).toBeLessThan(121)
    expect(findRegion(plot.regionCode)).toBeDefined()
    expect(firstLevelAreaAt(plot.takeoff[0], plot.takeoff[1])?.slice(0, 5), plot.name).toBe(
      plot.regionCode.slice(0, 5),
    )
  }
})

test('zones are valid, and no plot is inside a no-fly zone', () => {
  for (const zone of world.zones) {
    if (zone.shape.kind === 'polygon')
      expect(checkPolygon(zone.shape.rings), zone.name).toEqual({ ok: true })
    if (zone.kind === 'stay_in') continue
    for (const plot of world.plots) {
      for (const [lng, lat] of [plot.takeoff, ...plot.ring])
        expect(shapeContains(zone.shape, lng, lat), `${plot.name} in ${zone.name}`).toBe(false)
    }
  }
})

test('accounts form a tree whose paths begin with their parents’', () => {
  for (const account of world.accounts) {
    const parent = world.accounts.find((one) => one.key === account.parent)
    expect(account.path).toBe(`${parent?.path ?? ''}${account.id.replaceAll('-', '')}/`)
  }
})
