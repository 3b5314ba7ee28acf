import { expect, test } from 'vitest'
import { compareVersionOrders, readVersionOrder } from './app-version.ts'

test('versions are compared by number, not by letter, with any prefix and suffix', () => {
  const order = ['4.8.2', '5', '5.0.9', 'v5.0.10', '5.2.0-beta', '5.10'].map((name) =>
    readVersionOrder(name)!,
  )
  expect(order.toSorted(compareVersionOrders)).toEqual(order)
  expect(readVersionOrder('5.2')).toEqual(readVersionOrder('5.2.0'))
})

test.each(['', 'newest', '5..2', '1.2.3.4.5', '5.2.'])('%j is not a version', (name) => {
  expect(readVersionOrder(name)).toBeNull()
})
