import { expect, test } from 'vitest'
import { findGravest, orderDrones } from './drone-order.ts'

const drone = (droneName: string, flight: 'spraying' | 'flying' | 'ground') => ({
  droneId: droneName,
  droneName,
  flight,
})

test('drones with alarms are first, by level; then by what they do, and by name', () => {
  const alarms = findGravest([
    { droneId: 'grounded', level: 3 },
    { droneId: 'grounded', level: 1 },
    { droneId: 'sprayer', level: 2 },
  ])
  const fleet = [
    drone('drone 10', 'flying'),
    drone('drone 9', 'flying'),
    drone('idle', 'ground'),
    drone('busy', 'spraying'),
    drone('sprayer', 'spraying'),
    drone('grounded', 'ground'),
  ]
  expect(orderDrones(fleet, alarms).map(({ droneName }) => droneName)).toEqual([
    'grounded',
    'sprayer',
    'busy',
    'drone 9',
    'drone 10',
    'idle',
  ])
})
