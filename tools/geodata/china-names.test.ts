import { describe, expect, test } from 'vitest'
import { englishNameOf } from './china-names.ts'

const spellings: Record<string, string[]> = {
  杭州: ['hang', 'zhou'], 西安: ['xi', 'an'], 延边: ['yan', 'bian'], 临平: ['lin', 'ping'], 祁县: ['qi', 'xian'], 浙江: ['zhe', 'jiang'],
}
const english = (name: string) => englishNameOf(name, text => spellings[text] ?? [`?${text}`])

describe('englishNameOf', () => {
  test.each([
    ['浙江省', 'Zhejiang'], ['杭州市', 'Hangzhou'], ['西安市', "Xi'an"], ['临平区', 'Linping District'],
    ['延边朝鲜族自治州', 'Yanbian'], ['祁县', 'Qixian'], ['陕西省', 'Shaanxi'],
  ])('%s is %s', (chinese, expected) => expect(english(chinese)).toBe(expected))
})
