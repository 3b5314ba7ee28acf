import { expect, test } from 'vitest'
import { mergeChanges } from './merge-changes.ts'

const base = { name: 'Dam', upperM: 50, parts: [[1, 2]], note: '' }

test('fields that only one person changed are kept from both', () => {
  expect(mergeChanges(base, { ...base, name: 'Old dam' }, { ...base, parts: [[3]] })).toEqual({
    values: { ...base, name: 'Old dam', parts: [[3]] },
    theirs: ['parts'],
    both: [],
  })
})

test('if both changed a field, one’s own value wins and the field is reported', () => {
  expect(mergeChanges(base, { ...base, upperM: 60 }, { ...base, upperM: 70 })).toEqual({
    values: { ...base, upperM: 60 },
    theirs: [],
    both: ['upperM'],
  })
})

test('the same change made twice is no conflict, and an emptied input equals no value', () => {
  const mine = { ...base, name: 'Old dam', note: undefined }
  expect(mergeChanges(base, mine, { ...base, name: 'Old dam' })).toMatchObject({
    theirs: [],
    both: [],
  })
})
