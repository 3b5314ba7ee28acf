import { expect, test } from 'vitest'
import { readPoint } from './point-fields.ts'
import { computeFixFigures } from './rtk-fix.ts'
import { PointColumns } from './telemetry-point.ts'

test('an unreported fix is not counted, neither as good nor as bad', () => {
  const points = new PointColumns(8)
  const reported: [fix: number | null, satellites: number | null][] = [
    [6, 20],
    [6, 24],
    [5, null],
    [3, 22],
    [null, null],
    [6, 30],
  ]
  for (const [i, [fix, sats]] of reported.entries())
    points.append(
      readPoint(
        { tMs: i * 1000, lng: 120, lat: 30, boot: null, seq: i },
        { ...(fix === null ? {} : { fix }), ...(sats === null ? {} : { sats }) },
      ),
    )
  expect(computeFixFigures(points, 0, 5)).toEqual({
    reportedCount: 4,
    fixedCount: 2,
    floatCount: 1,
    satelliteCount: 3,
    satelliteSum: 66,
  })
})
