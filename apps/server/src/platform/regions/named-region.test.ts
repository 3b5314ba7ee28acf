import { expect, test } from 'vitest'
import { regionNamed } from './named-region.ts'

test.each([
  [['浙江省', '杭州市', '西湖区'], '156330106'],
  [['中国/浙江省/杭州市', '', ''], '156330100'],
  [['北京市', '市辖区', '东城区'], '156110101'],
  [['北京市', '北京市', '朝阳区'], '156110105'],
  [['Zhejiang'], '156330000'],
  [['ไทย'], '764000000'],
  [['', ' '], '156000000'],
  [['没有的省'], null],
  [['浙江省', '没有的市'], null],
])('%o is %s on a host in China', (names, code) => {
  expect(regionNamed(names, '156000000')).toBe(code)
})

test('a host without a country needs a name', () => {
  expect(regionNamed(['浙江省'], null)).toBe('156330000')
  expect(regionNamed([''], null)).toBe(null)
})
