// The zones of the demonstration: real airports, and one beside each village.
import { LocalPlane } from '@swath/domain/lng-lat'
import type { LngLat } from '@swath/domain/lng-lat'
import { areaM2 } from '@swath/domain/polygon'
import type { ZoneShape } from '@swath/domain/zone-shapes'
import { demoAirports, demoLocalZones } from '@swath/fixtures/demo-zones'
import { Random } from '@swath/simulator/random'
import { demoId, type VillageReach, type WorldZone } from './world-rows.seed.ts'

export const buildZones = (
  findAccountId: (key: string) => string,
  villages: readonly VillageReach[],
): WorldZone[] => {
  const random = new Random('demonstration/zones')
  const pickOwner = (regionCode: string): string =>
    regionCode === '156410526'
      ? findAccountId('huaxian-government')
      : regionCode.startsWith('15633')
        ? findAccountId('zhejiang')
        : findAccountId('platform')
  const airports = demoAirports.map((airport): WorldZone => {
    const shape: ZoneShape =
      'radiusM' in airport.shape
        ? { kind: 'circle', center: airport.at, radiusM: airport.shape.radiusM }
        : {
            kind: 'polygon',
            rings: [
              boxRing(
                airport.at,
                airport.shape.lengthM,
                airport.shape.widthM,
                airport.shape.runwayDeg,
              ),
            ],
          }
    return {
      id: demoId('zone', airport.name),
      accountId: pickOwner(airport.regionCode),
      name: airport.name,
      type: 2,
      shape,
      areaM2: shapeArea(shape),
      regionCode: airport.regionCode,
      address: airport.address,
      upperM: airport.upperM,
      enabled: airport.enabled,
    }
  })
  // One beside a village, outside all its fields: who enters it has left his work.
  const local = villages.map(({ district, village, reachM }, i): WorldZone => {
    const angle = random.between(0, 2 * Math.PI)
    const plane = new LocalPlane(village.at[0], village.at[1])
    const offM = reachM + random.between(420, 520)
    const center = plane.fromPlane(offM * Math.cos(angle), offM * Math.sin(angle))
    const shape: ZoneShape =
      i % 3 === 0
        ? {
            kind: 'polygon',
            rings: [
              boxRing(
                center,
                random.between(260, 340),
                random.between(180, 240),
                random.between(0, 90),
              ),
              ...(i % 6 === 0 ? [boxRing(center, 60, 40, 20)] : []),
            ],
          }
        : { kind: 'circle', center, radiusM: Math.round(random.between(110, 190)) }
    const names = demoLocalZones[district.language]
    return {
      id: demoId('zone', `${district.key}/${village.name}`),
      accountId: pickOwner(district.regionCode),
      name: `${village.name} ${names[i % names.length]!}`,
      type: 1,
      shape,
      areaM2: shapeArea(shape),
      regionCode: district.regionCode,
      address: village.name,
      upperM: i % 4 === 0 ? 120 : null,
      enabled: i % 9 !== 8,
    }
  })
  return [...airports, ...local]
}

const shapeArea = (shape: ZoneShape): number =>
  shape.kind === 'circle' ? Math.PI * shape.radiusM ** 2 : areaM2(shape.rings)

/** A box with cut corners along a bearing, closed. */
const boxRing = (center: LngLat, lengthM: number, widthM: number, bearingDeg: number): LngLat[] => {
  const plane = new LocalPlane(center[0], center[1])
  const turn = (bearingDeg * Math.PI) / 180
  const [x, y] = [lengthM / 2, widthM / 2]
  const cut = Math.min(x, y) * 0.35
  const corners = [
    [-x + cut, -y],
    [x - cut, -y],
    [x, -y + cut],
    [x, y - cut],
    [x - cut, y],
    [-x + cut, y],
    [-x, y - cut],
    [-x, -y + cut],
    [-x + cut, -y],
  ] as const
  return corners.map(([along, across]) =>
    plane.fromPlane(
      along * Math.sin(turn) + across * Math.cos(turn),
      along * Math.cos(turn) - across * Math.sin(turn),
    ),
  )
}
