import type { PointColumns } from '@swath/domain/telemetry-point'
import type { WrittenSortie } from './written-sortie.ts'

export function testSortie(
  points: PointColumns,
  changes: Partial<WrittenSortie> = {},
): WrittenSortie {
  return {
    id: '1',
    name: 'Sortie 1',
    droneId: 'SW-0001',
    model: 'Agri 40',
    firmware: '2.4.1',
    startMs: points.tMs[0] ?? 0,
    endMs: points.tMs[points.length - 1] ?? 0,
    points,
    swathWidthM: 5,
    record: null,
    pilot: null,
    customer: null,
    plot: null,
    ...changes,
  }
}
