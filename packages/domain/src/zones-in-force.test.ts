import { describe, expect, test } from 'vitest'
import { dronesOfScope } from './access/drones-of-scope.ts'
import { ZoneIndex, type AirZone } from './zone-index.ts'
import { judgeFor, knownSince, zoneEvidence, type ZonesInForce } from './zones-in-force.ts'

const tMs = Date.parse('2026-06-15T04:00:00Z') // a Monday noon in China
const zone = (id: string, more: Partial<AirZone> = {}): AirZone => ({
  id,
  name: id,
  shape: { kind: 'circle', center: [120, 30], radiusM: 1_000 },
  lowerM: null,
  upperM: null,
  fromMs: null,
  toMs: null,
  ...more,
})
const drone = {
  manufacturerId: 'maker',
  operatorId: 'farm',
  tenantId: null,
  regionCode: '156330106',
}
const inForce = (stayOut: AirZone[], ...areas: AirZone[][]): ZonesInForce => ({
  stayOut: new ZoneIndex(stayOut),
  stayIn: areas.map((own, i) => ({
    declarerId: `declarer-${i}`,
    binds: dronesOfScope({ kind: 'accounts', accountIds: ['farm'], as: 'operator' }),
    areas: new ZoneIndex(own.map((area): AirZone => ({ ...area, kind: 'stay_in' }))),
  })),
})
const [inside, outside] = [
  [120, 30, 3, tMs, NaN],
  [120.1, 30, 3, tMs, NaN],
] as const
const brokenAt = (zones: ZonesInForce, at: readonly [number, number, number, number, number]) =>
  judgeFor(zones, drone)
    .zonesAt(...at)
    .map(({ id }) => id)

describe('areas to stay in', () => {
  test('are violated outside, and apply only to the drones of their declarer', () => {
    const zones = inForce([], [zone('a')])
    expect([brokenAt(zones, inside), brokenAt(zones, outside)]).toEqual([[], ['a']])
    const foreign = { ...drone, operatorId: 'other' }
    expect(judgeFor(zones, foreign).zonesAt(...outside)).toEqual([])
    expect(judgeFor(zones, undefined).zonesAt(...outside)).toEqual([])
  })
  test('of one declarer: being inside one of them is enough, and leaving all counts once', () => {
    const far = zone('b', { shape: { kind: 'circle', center: [120.1, 30], radiusM: 1_000 } })
    const two = inForce([], [far, zone('a')])
    expect([brokenAt(two, inside), brokenAt(two, outside)]).toEqual([[], []])
    expect(brokenAt(two, [120.05, 30, 3, tMs, NaN])).toEqual(['a'])
    expect(brokenAt(inForce([], [far], [zone('a')]), [120.05, 30, 3, tMs, NaN])).toEqual(['b', 'a'])
  })
  test('apply to no one while none is in force', () => {
    const night = [{ days: [1, 2, 3, 4, 5, 6, 7], from: '20:00', until: '05:00' }]
    const sleeping = zone('a', { windows: night, timeZone: 'Asia/Shanghai' })
    expect(brokenAt(inForce([], [sleeping]), outside)).toEqual([])
    expect(brokenAt(inForce([], [zone('b', { toMs: tMs - 1 })]), outside)).toEqual([])
  })
  test('and stay-out zones are both returned', () => {
    const zones = inForce(
      [zone('out')],
      [zone('in', { shape: { kind: 'circle', center: [121, 30], radiusM: 50 } })],
    )
    expect(brokenAt(zones, inside)).toEqual(['out', 'in'])
  })
})

describe('limits', () => {
  const limited = inForce([
    zone('sea', { lowerM: 100, upperM: 300, lowerReference: 'sea', upperReference: 'sea' }),
  ])
  const at = (altitudeM: number) => brokenAt(limited, [120, 30, 3, tMs, altitudeM])
  test('above the sea are judged by the altitude, and an unreported one counts as inside', () => {
    expect([at(99), at(100), at(300), at(301), at(NaN)]).toEqual([
      [],
      ['sea'],
      ['sea'],
      [],
      ['sea'],
    ])
  })
  test('the evidence states that a limit was not judged by a measurement', () => {
    const [broken] = limited.stayOut.zones
    const place = { lng: 120, lat: 30, heightM: 3 }
    expect(zoneEvidence(broken!, { ...place, altitudeM: NaN })).toEqual({
      zoneId: 'sea',
      zoneName: 'sea',
      heightM: 3,
      limitJudged: 'untold',
    })
    expect(zoneEvidence(broken!, { ...place, altitudeM: 200 })).toEqual({
      zoneId: 'sea',
      zoneName: 'sea',
      heightM: 3,
      altitudeM: 200,
    })
  })
  test('a left area has its distance', () => {
    const left = zoneEvidence(zone('a', { kind: 'stay_in' }), {
      lng: 120,
      lat: 30 + 1_500 / 110_850,
      heightM: NaN,
      altitudeM: NaN,
    })
    expect(left['leftByM']).toBeGreaterThan(498)
    expect(left['leftByM']).toBeLessThan(502)
  })
})

test('a zone is known since its first version', () => {
  const versions = [zone('a', { fromMs: 20, toMs: 30 }), zone('a', { fromMs: 30 })]
  expect(knownSince(inForce(versions, [zone('b', { fromMs: 5 })]))).toEqual(
    new Map([
      ['a', 20],
      ['b', 5],
    ]),
  )
})
