import type { PlotGround, PlotSpraying } from '@swath/contract/flights/plot-work'

export const blockId = '0190a000-0000-7000-8000-0000000000b1'
export const base = `/api/oper/blocks/${blockId}`
const spraying = (n: number, startTime: string): PlotSpraying => ({
  sortieId: `0190a000-0000-7000-8000-00000000000${n}`,
  droneId: `SW-${n}`,
  droneName: `Drone ${n}`,
  startTime,
  endTime: startTime,
  yyAccountName: 'Northern team',
  oprName: null,
  crop: 'Rice',
  chemical: 'Buprofezin',
  sprayL: 12,
  coveredArea: 15,
  outsideRatio: n === 1 ? 0.04 : 0,
  suspicions: [],
})
export const sprayings = [
  spraying(1, '2026-06-12T03:00:00Z'),
  spraying(2, '2026-06-12T02:00:00Z'),
  spraying(3, '2026-05-01T02:00:00Z'),
]
export const ground: PlotGround = {
  sortieNum: 2,
  leftOutNum: 0,
  area: 30,
  coveredArea: 24,
  missedArea: 6,
  repeatedArea: 3,
  coveredRings: [
    [
      [
        [120, 30],
        [120.001, 30],
        [120.001, 30.001],
        [120, 30],
      ],
    ],
  ],
  missedRings: [],
  repeatedRings: [],
}
