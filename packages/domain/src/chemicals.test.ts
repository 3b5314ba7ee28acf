import { expect, test } from 'vitest'
import { chemicalIdsIn, findChemicals } from './chemicals.ts'

const known = [
  { id: 'tricyclazole', names: ['Tricyclazole', '三环唑'] },
  { id: '2-4-d', names: ['2,4-D'] },
  { id: '0199a', names: ['Tebuconazole 43% SC'] },
  { id: '0199b', names: ['Copper + Mancozeb WP'] },
]

test('a tank mix has several chemicals', () => {
  expect(chemicalIdsIn('Tricyclazole + Emamectin benzoate、2,4-D')).toEqual([
    'tricyclazole',
    'emamectin-benzoate',
    '2-4-d',
  ])
})

test('a text names substances by id or name, and own products by name', () => {
  expect(findChemicals('2,4-D; tebuconazole 43% SC', known)).toEqual(['2-4-d', '0199a'])
  expect(findChemicals('三环唑', known)).toEqual(['tricyclazole'])
  expect(findChemicals('copper + mancozeb wp', known)).toEqual(['0199b'])
})

test('a product that only contains a substance is not that substance', () => {
  expect(findChemicals('Tricyclazole 75% WP', known)).toEqual([])
  expect(findChemicals('', known)).toEqual([])
})
