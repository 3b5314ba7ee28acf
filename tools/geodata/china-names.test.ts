import { describe, expect, test } from 'vitest'
import { toEnglishName, toOtherSpelling } from './china-names.ts'

const spellings: Record<string, string[]> = {
  杭州: ['hang', 'zhou'],
  西安: ['xi', 'an'],
  延边: ['yan', 'bian'],
  临平: ['lin', 'ping'],
  祁县: ['qi', 'xian'],
  浙江: ['zhe', 'jiang'],
}
const english = (name: string) => toEnglishName(name, (text) => spellings[text] ?? [`?${text}`])

describe('englishNameOf', () => {
  test.each([
    ['浙江省', 'Zhejiang'],
    ['杭州市', 'Hangzhou'],
    ['西安市', "Xi'an"],
    ['临平区', 'Linping District'],
    ['延边朝鲜族自治州', 'Yanbian'],
    ['祁县', 'Qixian'],
    ['陕西省', 'Shaanxi'],
  ])('%s is %s', (chinese, expected) => expect(english(chinese)).toBe(expected))
})

test('areas with an English name of their own are found by their pinyin as well', () => {
  const spelled = (name: string) =>
    toOtherSpelling(name, (text) =>
      text === '呼和浩特' ? ['hu', 'he', 'hao', 'te'] : [`?${text}`],
    )
  expect(['呼和浩特市', '内蒙古自治区', '杭州市', '省直辖县'].map(spelled)).toEqual([
    'huhehaote',
    'neimenggu',
    null,
    null,
  ])
})
