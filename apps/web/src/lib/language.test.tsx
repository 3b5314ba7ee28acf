import { afterEach, expect, test, vi } from 'vitest'
import { chooseLanguage, storedLanguage } from './language.ts'

afterEach(() => {
  storedLanguage.clear()
  vi.unstubAllGlobals()
})
const reading = (...wishes: string[]): void => {
  vi.stubGlobal('navigator', { languages: wishes })
}

test('the default language is the browser’s, else English', () => {
  const all = ['en', 'zh-CN', 'zh-TW', 'th', 'ko'] as const
  reading('th-TH', 'en')
  expect(chooseLanguage(all)).toBe('th')
  reading('fr-FR', 'de')
  expect(chooseLanguage(all)).toBe('en')
  storedLanguage.set('ko')
  expect(chooseLanguage(all)).toBe('ko')
  expect(localStorage.getItem('lang')).toBe('"ko"')
})

test('a language that the host does not offer is not used', () => {
  storedLanguage.set('th')
  reading('zh-CN')
  expect(chooseLanguage(['ko', 'en'])).toBe('en')
  expect(chooseLanguage(['ko'])).toBe('ko')
})
