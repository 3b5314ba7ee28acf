import { expect, test } from 'vitest'
import { mergeChanges } from './merge-changes.ts'

const base = { name: 'Dam', upperM: 50, parts: [[1, 2]], note: '' }

test('what each of two changed alone is kept, of both', () => {
  expect(mergeChanges(base, { ...base, name: 'Old dam' }, { ...base, parts: [[3]] })).toEqual({
    values: { ...base, name: 'Old dam', parts: [[3]] },
    theirs: ['parts'],
    both: [],
  })
})

test('where both changed the same field, one’s own stays and both are named', () => {
  expect(mergeChanges(base, { ...base, upperM: 60 }, { ...base, upperM: 70 })).toEqual({
    values: { ...base, upperM: 60 },
    theirs: [],
    both: ['upperM'],
  })
})

test('the same change made twice is none, and an emptied input is nothing', () => {
  const mine = { ...base, name: 'Old dam', note: undefined }
  expect(mergeChanges(base, mine, { ...base, name: 'Old dam' })).toMatchObject({
    theirs: [],
    both: [],
  })
})
