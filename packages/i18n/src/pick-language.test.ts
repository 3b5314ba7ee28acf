import { expect, test } from 'vitest'
import { pickLanguage } from './pick-language.ts'

const tree = {
  add: { en: 'Add', ko: '추가' },
  drones_one: { en: '{{count}} drone' },
  drones_other: { en: '{{count}} drones', ko: '{{count}}대' },
  server: { error: { conflict: { en: 'Changed meanwhile', ko: '변경됨' } } },
}

test('texts of one language keep their keys and groups; forms of other languages are left out', () => {
  expect(pickLanguage(tree, 'ko')).toEqual({
    add: '추가',
    drones_other: '{{count}}대',
    server: { error: { conflict: '변경됨' } },
  })
  expect(pickLanguage(tree, 'en')).toHaveProperty('drones_one', '{{count}} drone')
  expect(pickLanguage(tree, 'th')).toEqual({ server: { error: {} } })
})
