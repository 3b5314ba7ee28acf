import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isCloseTo,
  isSearchable,
  listIntactParts,
  normalizeSearchText,
  rankMatch,
} from './search-text.ts'

test('normalizeSearchText: full-width letters, capitals and spaces make no difference', () => {
  expect(normalizeSearchText('  ＤＪＩ　T40 ')).toBe('dji t40')
})

test('isSearchable: one Latin letter is too little, one Chinese character is enough', () => {
  expect(['', 'a', '7', 'a b'].map(isSearchable)).toEqual([false, false, false, false])
  expect(['ab', '田', '논', 'นา', 'a bc'].map(isSearchable)).toEqual(Array(5).fill(true))
})

describe('rankMatch', () => {
  const rank = (text: string, name: string, others = '') =>
    rankMatch(normalizeSearchText(text), { name, others })

  test('the whole name or serial number, its beginning, the beginning of a word, a part', () => {
    expect(rank('North field', 'North Field')).toBe('same')
    expect(rank('t40-0017', 'Hawk', 'T40-0017')).toBe('same')
    expect(rank('nor', 'North Field')).toBe('start')
    expect(rank('field', 'North Field')).toBe('word-start')
    expect(rank('fi nor', 'North Field')).toBe('word-start')
    expect(rank('orth', 'North Field')).toBe('within')
    expect(rank('0017', 'Hawk', 'T40-0017')).toBe('others')
    expect(rank('hawk 17', 'Hawk', 'T40-0017')).toBe('others')
    expect(rank('south', 'North Field', 'T40')).toBeNull()
  })

  test('in each script', () => {
    expect(rank('菠萝', '徐闻菠萝一号')).toBe('within')
    expect(rank('徐闻', '徐聞鳳梨')).toBeNull()
    expect(rank('ทุเรียน', 'สวนทุเรียน')).toBe('within')
    expect(rank('강남', '강남 방제')).toBe('start')
  })
})

describe('isCloseTo', () => {
  const close = (text: string, name: string) => isCloseTo(normalizeSearchText(text), name)

  test('one mistyped letter from four letters on, two from eight', () => {
    expect(close('jhon', 'John Smith')).toBe(true)
    expect(close('smyth', 'John Smith')).toBe(true)
    expect(close('smi', 'Sam')).toBe(false)
    expect(close('shenynag', 'Shenyang East')).toBe(true)
    expect(close('shehyagn', 'Shenyang East')).toBe(true)
    expect(close('shehyagm', 'Shenyang East')).toBe(false)
  })

  test('in each script', () => {
    expect(close('徐文菠萝', '徐闻菠萝一号')).toBe(true)
    expect(close('ทเุรียน', 'สวนทุเรียน')).toBe(true)
    expect(close('강남빵제', '강남 방제')).toBe(false)
    expect(close('강넘방제', '강남방제')).toBe(true)
  })

  test('numbers must be exact', () => {
    expect(close('hawk 1001', 'Hawk 1002')).toBe(false)
    expect(close('hakw 1002', 'Hawk 1002')).toBe(true)
  })
})

test('listIntactParts: every name that is close contains one of the parts', () => {
  const letter = fc.constantFrom('a', 'b', 'c', 'd', '田', '水')
  const edits = fc.array(fc.tuple(fc.nat(20), fc.constantFrom('drop', 'swap', 'change', 'add')), {
    maxLength: 2,
  })
  fc.assert(
    fc.property(fc.array(letter, { minLength: 3, maxLength: 14 }), edits, (name, changes) => {
      const typed = [...name]
      for (const [place, change] of changes) {
        const at = place % typed.length
        if (change === 'drop') typed.splice(at, 1)
        else if (change === 'add') typed.splice(at, 0, 'b')
        else if (change === 'change') typed[at] = 'c'
        else if (at > 0) typed.splice(at - 1, 2, typed[at]!, typed[at - 1]!)
        if (typed.length === 0) return
      }
      const text = typed.join('')
      const own = name.join('')
      if (own.includes(text) || !isCloseTo(text, own)) return
      expect(listIntactParts(text).some((part) => own.includes(part))).toBe(true)
    }),
    { numRuns: 5_000 },
  )
})
