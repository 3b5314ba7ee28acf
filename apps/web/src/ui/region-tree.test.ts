import { describe, expect, test } from 'vitest'
import {
  homeFirst,
  pathOfRegion,
  regionOptions,
  regionSearch,
  type RegionOption,
} from './region-tree.ts'

const tree = [
  {
    regionCode: '156000000',
    areaName: '中国',
    children: [
      {
        regionCode: '156330000',
        areaName: '浙江省',
        children: [
          {
            regionCode: '156330100',
            areaName: '杭州市',
            children: [
              { regionCode: '156330106', areaName: '西湖区' },
              { regionCode: '156330114', areaName: '钱塘区' },
            ],
          },
        ],
      },
      {
        regionCode: '156360000',
        areaName: '江西省',
        children: [
          {
            regionCode: '156360100',
            areaName: '南昌市',
            children: [{ regionCode: '156360103', areaName: '西湖区' }],
          },
        ],
      },
      {
        regionCode: '156150000',
        areaName: '内蒙古自治区',
        children: [{ regionCode: '156150100', areaName: '呼和浩特市' }],
      },
    ],
  },
  {
    regionCode: '764000000',
    areaName: '泰国',
    children: [{ regionCode: '764390000', areaName: '清迈府' }],
  },
]
const names = {
  '156330000': ['zhejiang', '浙江省'],
  '156330100': ['hangzhou', '杭州市'],
  '156330106': ['xihu district', '西湖区', '西湖區'],
  '156360103': ['xihu district', '西湖区', '西湖區'],
  '156150100': ['hohhot', '呼和浩特市', 'huhehaote'],
  '764390000': ['chiang mai', '清迈府', '清邁府', 'เชียงใหม่', '치앙마이 주'],
}

const paths = (
  options: readonly RegionOption[],
  before: readonly RegionOption[] = [],
): RegionOption[][] =>
  options.flatMap((option) => [
    [...before, option],
    ...paths(option.children ?? [], [...before, option]),
  ])
const found = (typed: string, known: typeof names | null = names): string[] => {
  const { filter, sort } = regionSearch(known ?? undefined)
  return paths(regionOptions(tree, null))
    .filter((path) => filter(typed, path))
    .sort((a, b) => sort(a, b, typed))
    .map((path) => path.at(-1)!.value)
}

describe('the regions to choose from', () => {
  test('are all, or the own region and its subregions', () => {
    expect(regionOptions(tree, null).map(({ value }) => value)).toEqual(['156000000', '764000000'])
    expect(regionOptions(tree, '156330100')).toEqual([
      {
        value: '156330100',
        label: '杭州市',
        children: [
          { value: '156330106', label: '西湖区' },
          { value: '156330114', label: '钱塘区' },
        ],
      },
    ])
    expect(regionOptions(tree, '156330106')).toEqual([{ value: '156330106', label: '西湖区' }])
    expect(regionOptions(tree, '840000000')).toEqual([])
  })
  test('the path of a code ends with it, complete or narrowed; a foreign code has none', () => {
    expect(pathOfRegion(regionOptions(tree, null), '156330106')).toEqual([
      '156000000',
      '156330000',
      '156330100',
      '156330106',
    ])
    expect(pathOfRegion(regionOptions(tree, '156330100'), '156330106')).toEqual([
      '156330100',
      '156330106',
    ])
    expect(pathOfRegion(regionOptions(tree, '156330100'), '156360103')).toEqual([])
  })
})

describe('a search for a region', () => {
  test.each([
    ['清迈', ['764390000']],
    ['เชียงใหม่', ['764390000']],
    ['치앙마이', ['764390000']],
    ['清邁', ['764390000']],
    ['Chiang Mai', ['764390000']],
    ['chiangmai', ['764390000']],
    ['huhehaote', ['156150100']],
    ['Hohhot', ['156150100']],
    ['hangzhou', ['156330100']],
  ])('%s finds it in any language and in pinyin', (typed, codes) =>
    expect(found(typed)).toEqual(codes),
  )
  test('words of several levels narrow the search', () => {
    expect(found('西湖')).toEqual(['156330106', '156360103'])
    expect(found('杭州 西湖')).toEqual(['156330106'])
    expect(found('hangzhou xihu')).toEqual(['156330106'])
  })
  test('names in the current language match before the others are loaded, and a blank matches nothing', () => {
    expect(found('杭州', null)).toEqual(['156330100'])
    expect(found('hangzhou', null)).toEqual([])
    expect(found('  ')).toEqual([])
  })
})

test('the host’s own country comes first', () => {
  const options = ['004000000', '156000000', '764000000'].map((value) => ({ value, label: value }))
  expect(homeFirst(options, '+66').map(({ value }) => value)).toEqual([
    '764000000',
    '004000000',
    '156000000',
  ])
  expect(homeFirst(options, '+999')).toEqual(options)
})
