import { expect, test } from 'vitest'
import { rights, rightsOf, type Right } from './rights.ts'

const business: readonly Right[] = [
  'equipment.manage',
  'noFlyZone.manage',
  'account.manage',
  'team.manage',
  'task.manage',
  'alarm.sms',
  'bulletin.send',
  'bulletin.receive',
]
const as = (list: readonly Right[]): Right[] => list.toSorted()

test('each role has the rights that the description names, and no others', () => {
  expect(as(rightsOf[1])).toEqual(as(rights))
  expect(rightsOf[2]).toEqual([])
  expect(as(rightsOf[4])).toEqual(as(['staff.manage', 'systemLog.view', ...business]))
  expect(as(rightsOf[5])).toEqual(as(business))
  expect(as(rightsOf[6])).toEqual(
    as(['client.manage', 'lease.manage', 'recharge.manage', 'workRecord.manage']),
  )
})

test('staff manage nothing', () => {
  expect(rightsOf[3].filter((right) => /manage|send|view/.test(right))).toEqual([])
})
