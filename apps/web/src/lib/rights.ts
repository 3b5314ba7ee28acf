import type { Right } from '@swath/domain/access/rights'

/** The specification's permission labels, as keys of account.json. */
export const rightTitles = {
  'alarm.sms': 'account:rightAlarmSms',
  'noFlyZone.manage': 'account:rightNoFlyZone',
  'bulletin.receive': 'account:rightBulletinReceive',
  'bulletin.send': 'account:rightBulletinSend',
  'team.manage': 'account:rightTeam',
  'account.manage': 'account:rightAccount',
  'systemLog.view': 'account:rightSystemLog',
  'equipment.manage': 'account:rightEquipment',
  'staff.manage': 'account:rightStaff',
  'task.manage': 'account:rightTask',
  'client.manage': 'account:rightClient',
  'lease.manage': 'account:rightLease',
  'recharge.manage': 'account:rightRecharge',
  'workRecord.manage': 'account:rightWorkRecord',
} as const satisfies Record<Right, string>
