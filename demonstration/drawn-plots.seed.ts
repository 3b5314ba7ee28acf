// Plots as people draw them: in two parts, with a hole for a pond, enlarged later, and shared with
// others.
import { LocalPlane, type LngLat } from '@swath/domain/lng-lat'
import { partsAreaM2, partsBounds, type Parts } from '@swath/domain/plot-parts'
import { formatBox } from './box-text.ts'
import type { Row } from './demonstration.queries.ts'
import { findAdmin } from './world.seed.ts'
import { demoId, type World } from './world-rows.seed.ts'

const drawnPlots = [
  { account: 'zhangguilan', district: 'huaxian', name: '村南河湾地', side: -1, cropId: 'wheat' },
  { account: 'fengyuan', district: 'huaxian', name: '丰源试验田', side: 1, cropId: 'maize' },
  { account: 'somchai', district: 'suphan', name: 'แปลงริมคลองใหญ่', side: -1, cropId: 'rice' },
] as const

/** Beyond the last field of the village and the fields around it. */
const beyondM = 2_600
const pondM = 22
/** Days before the seed on which the second part was added. */
const widenedDaysAgo = 75

type Place = (x: number, y: number) => LngLat
const box = (place: Place, [x, y]: readonly [number, number], wideM: number, deepM: number) => [
  place(x, y),
  place(x + wideM, y),
  place(x + wideM, y + deepM),
  place(x, y + deepM),
  place(x, y),
]

const drawParts = (place: Place): { before: Parts; now: Parts } => {
  const field = [box(place, [0, 0], 180, 110), box(place, [95, 40], pondM, pondM + 6).toReversed()]
  return { before: [field], now: [field, [box(place, [190, 8], 70, 96)]] }
}

type DaysAgo = (days: number) => string

export const layDrawnPlots = (world: World, daysAgo: DaysAgo) =>
  drawnPlots.flatMap(({ account, district, name, side, cropId }) => {
    const village = world.villages.find((one) => one.district.key === district)
    if (!village) return []
    const [lng, lat] = village.village.at
    const plane = new LocalPlane(lng, lat)
    const offM = side * (village.reachM + beyondM)
    const { before, now } = drawParts((x, y) => plane.fromPlane(x, offM + y))
    const accountId = demoId('account', account)
    const drawnBy = findAdmin(world, accountId).id
    const plot: Row = {
      id: demoId('plot', `drawn/${account}`),
      account_id: accountId,
      name,
      village: village.village.name,
      region_code: village.district.regionCode,
      parts: now,
      bounds: formatBox(partsBounds(now)),
      area_m2: partsAreaM2(now),
      crop_id: cropId,
      shape_at: daysAgo(widenedDaysAgo),
      shape_by: drawnBy,
      created_by: drawnBy,
      created_at: daysAgo(300),
      updated_at: daysAgo(widenedDaysAgo),
    }
    const former: Row = {
      plot_id: plot['id'],
      until_at: daysAgo(widenedDaysAgo),
      from_at: daysAgo(300),
      drawn_by: drawnBy,
      parts: before,
      bounds: formatBox(partsBounds(before)),
      area_m2: partsAreaM2(before),
    }
    return [{ plot, former }]
  })

/** Shares of plots: accepted ones, for reading and for changing, and a pending one. */
export const layShares = (world: World, daysAgo: DaysAgo): Row[] => {
  const share = (
    plotId: string,
    [from, to]: readonly [string, string],
    given: { rights: 'view' | 'edit'; isTaken: boolean; untilAt: string | null },
  ): Row => {
    const receiver = findAdmin(world, demoId('account', to))
    return {
      id: demoId('plot-share', `${plotId}/${to}`),
      plot_id: plotId,
      phone: receiver.phone,
      rights: given.rights,
      until_at: given.untilAt,
      state: given.isTaken ? 'accepted' : 'offered',
      receiver_account_id: given.isTaken ? receiver.accountId : null,
      receiver_user_id: given.isTaken ? receiver.id : null,
      created_by: findAdmin(world, demoId('account', from)).id,
      created_at: daysAgo(40),
      answered_at: given.isTaken ? daysAgo(39) : null,
    }
  }
  const firstPlot = (account: string): string =>
    world.plots.find(({ accountId }) => accountId === demoId('account', account))!.id
  const season = daysAgo(-180)
  return [
    share(demoId('plot', 'drawn/zhangguilan'), ['zhangguilan', 'fengyuan'], {
      rights: 'edit',
      isTaken: true,
      untilAt: season,
    }),
    share(demoId('plot', 'drawn/fengyuan'), ['fengyuan', 'zhangguilan'], {
      rights: 'view',
      isTaken: true,
      untilAt: null,
    }),
    share(firstPlot('fengyuan'), ['fengyuan', 'zhangguilan'], {
      rights: 'view',
      isTaken: false,
      untilAt: season,
    }),
  ]
}
