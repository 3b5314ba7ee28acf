import { expect, test } from 'vitest'
import { listInTrouble, stepInTrouble } from './in-trouble.ts'

const named = (name: string) => ({ droneId: name, droneName: name })
const alarm = (level: 1 | 2 | 3, name: string) => ({
  ...named(name),
  level,
  anomalyId: `${name}-alarm`,
})

test('level 1 alarms come first, each drone once, by name in each group', () => {
  const drones = listInTrouble(
    [alarm(2, 'Rook'), alarm(1, 'Kite'), alarm(1, 'Heron')],
    [[named('Wren'), named('Kite')], [named('Owl')], [], [named('Wren')]],
  )
  expect(drones.map(({ droneId, alarmId }) => [droneId, alarmId])).toEqual([
    ['Heron', 'Heron-alarm'],
    ['Kite', 'Kite-alarm'],
    ['Wren', null],
    ['Owl', null],
  ])
})
test('steps cycle; without a chosen drone in trouble they begin at an end', () => {
  const drones = listInTrouble([], [[named('A'), named('B'), named('C')]])
  const step = (from: string | null, by: 1 | -1) => drones[stepInTrouble(drones, from, by)]?.droneId
  expect([step(null, 1), step('A', 1), step('C', 1)]).toEqual(['A', 'B', 'A'])
  expect([step('elsewhere', -1), step('C', -1), step('A', -1)]).toEqual(['C', 'B', 'C'])
  expect(listInTrouble([], [])[stepInTrouble([], null, 1)]).toBeUndefined()
})
