// The zones of the demonstration: real airports, and one next to each village.
import { distanceM, LocalPlane } from '@swath/domain/lng-lat'
import type { LngLat } from '@swath/domain/lng-lat'
import { areaM2 } from '@swath/domain/polygon'
import type { ZoneShape } from '@swath/domain/zone-shapes'
import { demoAirports, demoLocalZones, demoReserves } from './data/zones.ts'
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
  // One next to a village, outside all its fields: a drone that enters it has left its plot.
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
      ...plain,
      reasons: [localReasons[i % localReasons.length]!],
    }
  })
  return [
    ...buildAirports(pickOwner),
    ...local,
    ...buildReserves(villages, pickOwner),
    ...buildStayIn(villages, findAccountId),
  ]
}

const plain = {
  kind: 'stay_out',
  restriction: 'prohibited',
  reasons: [],
  message: '',
  authority: null,
  windows: [],
  upperReference: 'ground',
} as const satisfies Partial<WorldZone>

const localReasons = ['sensitive', 'population', 'nature', 'sensitive'] as const

const buildAirports = (pickOwner: (regionCode: string) => string): WorldZone[] =>
  demoAirports.map((airport): WorldZone => {
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
      ...plain,
      restriction: 'req_authorisation',
      reasons: ['air_traffic'],
      authority: airport.name,
      // Limits of aviation refer to the sea.
      upperReference: airport.upperM === null ? 'ground' : 'sea',
    }
  })

/** A circle some metres from a village, away from its fields. */
const circleBeside = (
  { village }: VillageReach,
  awayM: number,
  radiusM: number,
): ZoneShape & { kind: 'circle' } => {
  const plane = new LocalPlane(village.at[0], village.at[1])
  return { kind: 'circle', center: plane.fromPlane(-awayM * 0.6, awayM * 0.8), radiusM }
}

/**
 * Next to two villages of each country: one with conditions, at certain hours; one for information.
 */
const buildReserves = (
  villages: readonly VillageReach[],
  pickOwner: (regionCode: string) => string,
): WorldZone[] =>
  demoReserves.flatMap((reserve): WorldZone[] => {
    const there = villages.filter(({ district }) => district.language === reserve.language)
    const [first, second] = [there[0], there.at(-1)]
    if (!first || !second || first === second) return []
    const build = (
      { district, village }: VillageReach,
      name: string,
      shape: ZoneShape,
      more: Partial<WorldZone>,
    ): WorldZone => ({
      id: demoId('zone', `${district.key}/${village.name}/${name}`),
      accountId: pickOwner(district.regionCode),
      name: `${village.name} ${name}`,
      type: 1,
      shape,
      areaM2: shapeArea(shape),
      regionCode: district.regionCode,
      address: village.name,
      upperM: null,
      enabled: true,
      ...plain,
      ...more,
    })
    return [
      build(first, reserve.conditional, circleBeside(first, first.reachM + 3_500, 700), {
        restriction: 'conditional',
        reasons: ['nature'],
        message: reserve.message,
        authority: reserve.authority,
        windows: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '18:00', until: '08:00' }],
      }),
      build(second, reserve.notice, circleBeside(second, second.reachM + 3_000, 500), {
        restriction: 'no_restriction',
        reasons: ['noise'],
      }),
    ]
  })

/**
 * The area where the drones of one county work: around all its villages, and well beyond their
 * fields.
 */
const buildStayIn = (
  villages: readonly VillageReach[],
  findAccountId: (key: string) => string,
): WorldZone[] => {
  const own = villages.filter(({ district }) => district.key === 'huaxian')
  const [first] = own
  if (!first) return []
  const mean = (pick: (reach: VillageReach) => number): number =>
    own.reduce((sum, reach) => sum + pick(reach), 0) / own.length
  const center: LngLat = [
    mean(({ village }) => village.at[0]),
    mean(({ village }) => village.at[1]),
  ]
  const beyondM = 15_000
  const radiusM =
    Math.ceil(
      Math.max(...own.map(({ village, reachM }) => distanceM(center, village.at) + reachM)) / 1_000,
    ) *
      1_000 +
    beyondM
  const shape: ZoneShape = { kind: 'circle', center, radiusM }
  return [
    {
      id: demoId('zone', 'huaxian/stay-in'),
      accountId: findAccountId('huaxian-government'),
      name: '滑县作业空域',
      type: 1,
      shape,
      areaM2: shapeArea(shape),
      regionCode: first.district.regionCode,
      address: '滑县',
      upperM: null,
      enabled: true,
      ...plain,
      kind: 'stay_in',
    },
  ]
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
