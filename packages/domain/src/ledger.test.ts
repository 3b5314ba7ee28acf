import { describe, expect, test } from 'vitest'
import {
  findUnbalanced,
  monthAfter,
  reverseLines,
  sealInput,
  type LedgerLine,
  type SealedEntry,
} from './ledger.ts'
import type { Currency } from './money.ts'

const line = (amountMinor: number, currency: Currency = 'CNY'): LedgerLine => ({
  account: { ownerAccountId: 'house', clientId: 7, purpose: 'prepaid', currency },
  amountMinor,
})

describe('an entry', () => {
  test('sums to zero in each currency', () => {
    expect(findUnbalanced([line(5), line(-5), line(3, 'THB'), line(-3, 'THB')])).toEqual([])
    expect(findUnbalanced([line(5), line(-5, 'THB')])).toEqual(['CNY', 'THB'])
  })

  test('a fraction of the smallest unit is refused', () => {
    expect(findUnbalanced([line(0.5), line(-0.5)])).toEqual(['CNY'])
  })

  test('is reversed by its opposite', () => {
    const lines = [line(5), line(-5)]
    expect(findUnbalanced([...lines, ...reverseLines(lines)])).toEqual([])
    expect(reverseLines(lines).map(({ amountMinor }) => amountMinor)).toEqual([-5, 5])
  })
})

test('December is followed by the next year', () => {
  expect(monthAfter('2026-12-01')).toBe('2027-01-01')
})

describe('sealed entries', () => {
  const entry: SealedEntry = {
    ownerId: 'house',
    number: 1,
    id: 11,
    kind: 'sortie',
    causeId: 'one',
    revision: 0,
    reversesId: null,
    atMs: 1,
    postedAtMs: 2,
    month: '2026-03-01',
    about: { b: 1, a: [{ d: 1, c: 2 }] },
    note: '',
    byName: null,
    lines: [
      { ...line(5), line: 1 },
      { ...line(-5), line: 2 },
    ],
  }

  test('the hash does not depend on the order in which an entry is read', () => {
    expect(
      sealInput(
        { ...entry, about: { a: [{ c: 2, d: 1 }], b: 1 }, lines: entry.lines.toReversed() },
        '',
      ),
    ).toBe(sealInput(entry, ''))
  })

  test.each([
    { atMs: 3 },
    { month: '2026-04-01' },
    { note: 'x' },
    { byName: 'x' },
    { about: {} },
    { causeId: 'two' },
    { reversesId: 4 },
    { lines: [{ ...line(6), line: 1 }] },
  ])('%j changes the hash', (change) => {
    expect(sealInput({ ...entry, ...change }, '')).not.toBe(sealInput(entry, ''))
  })

  test('the hash includes the entry before', () => {
    expect(sealInput(entry, 'ab')).not.toBe(sealInput(entry, ''))
  })
})
