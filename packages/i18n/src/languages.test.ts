import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { matchLanguage } from './languages.ts'

test.each([
  ['zh-Hant-HK, en;q=0.8', 'zh-TW'],
  ['zh', 'zh-CN'],
  ['zh-Hans-HK', 'zh-CN'],
  ['zh-MO', 'zh-TW'],
  ['th-TH', 'th'],
  ['ko', 'ko'],
  ['en-GB', 'en'],
  ['fr, de', null],
  ['', null],
  [undefined, null],
  // the weights decide, not the order
  ['en;q=0.5, th', 'th'],
  ['en;q=0.5, ko;q=0.9, fr', 'ko'],
  ['ko;q=0, th;q=0.1', 'th'],
  ['th;q=0.8, ko; q=0.8', 'th'],
  ['ko;q=heavy, en;q=0.001', 'en'],
])('%s is read as %s', (wish, language) => expect(matchLanguage(wish)).toBe(language))

test('percent signs follow their number without a space, as Intl writes them in all five', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  const spaced = files
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => readFileSync(`${import.meta.dirname}/${name}`, 'utf8').split('\n'))
    .filter((line) => /[\d}] %/.test(line))
  expect(spaced).toEqual([])
})
