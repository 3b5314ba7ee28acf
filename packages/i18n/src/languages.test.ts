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
