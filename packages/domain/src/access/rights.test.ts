import { expect, test } from 'vitest'
import { rights, rightsByUserType, type Right } from './rights.ts'

const business: readonly Right[] = [
  'equipment.manage',
  'noFlyZone.manage',
  'account.manage',
  'team.manage',
  'task.manage',
  'alarm.sms',
  'alarm.handle',
  'bulletin.send',
  'bulletin.receive',
]
const as = (list: readonly Right[]): Right[] => list.toSorted()

test('each role has the rights that the description names, and no others', () => {
  expect(as(rightsByUserType[1])).toEqual(as(rights))
  expect(rightsByUserType[2]).toEqual([])
  expect(as(rightsByUserType[4])).toEqual(as(['staff.manage', 'systemLog.view', ...business]))
  expect(as(rightsByUserType[5])).toEqual(as(business))
  expect(as(rightsByUserType[6])).toEqual(
    as(['client.manage', 'lease.manage', 'recharge.manage', 'workRecord.manage']),
  )
})

test('staff manage nothing', () => {
  expect(rightsByUserType[3].filter((right) => /manage|send|view/.test(right))).toEqual([])
})
