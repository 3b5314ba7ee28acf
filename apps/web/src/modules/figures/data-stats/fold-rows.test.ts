import type { DataStatFigures } from '@swath/contract/figures/data-stats'
import { expect, test } from 'vitest'
import { foldRows } from './fold-rows.ts'

type Asked = Pick<DataStatFigures, 'dimensions' | 'measures'>

const fold = (asked: Asked, rows: readonly (readonly [names: string[], figure: number | null])[]) =>
  foldRows(
    { ...asked, rows: rows.map(([names]) => ({ keys: names, names, values: [], before: null })) },
    {
      rows: rows.map(([names, figure]) => ({
        names,
        cells: [figure === null ? null : { figure, decimals: 1 }],
      })),
    },
  )?.map(({ name, value }) => [name, value])

test('a statistic that is split is added up by its first dimension, largest first', () => {
  expect(
    fold({ dimensions: ['province', 'crop'], measures: ['sprayArea'] }, [
      [['Henan', 'Rice'], 2],
      [['Hunan', 'Rice'], 4],
      [['Henan', 'Wheat'], 3],
    ]),
  ).toEqual([
    ['Henan', 5],
    ['Hunan', 4],
  ])
})

test('times keep their order, and unknown values are left out', () => {
  expect(
    fold({ dimensions: ['month'], measures: ['sprayArea'] }, [
      [['2026/01'], 1],
      [['2026/02'], null],
      [['2026/03'], 9],
    ]),
  ).toEqual([
    ['2026/01', 1],
    ['2026/03', 9],
  ])
})

test('numbers of drones of several crops are not added, because a drone may be in each', () => {
  expect(
    fold({ dimensions: ['province', 'crop'], measures: ['activeDroneCount'] }, [
      [['Henan', 'Rice'], 2],
      [['Henan', 'Wheat'], 2],
    ]),
  ).toBeUndefined()
})
