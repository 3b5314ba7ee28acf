import type { Right } from '@swath/domain/access/rights'

/** The specification's permission labels, as keys of account.json. */
export const rightWords = {
  'alarm.sms': 'account:rightAlarmSms', 'noFlyZone.manage': 'account:rightNoFlyZone', 'bulletin.receive': 'account:rightBulletinReceive',
  'bulletin.send': 'account:rightBulletinSend', 'team.manage': 'account:rightTeam', 'account.manage': 'account:rightAccount', 'systemLog.view': 'account:rightSystemLog',
  'equipment.manage': 'account:rightEquipment', 'staff.manage': 'account:rightStaff', 'task.manage': 'account:rightTask', 'client.manage': 'account:rightClient',
  'lease.manage': 'account:rightLease', 'recharge.manage': 'account:rightRecharge', 'workRecord.manage': 'account:rightWorkRecord',
} as const satisfies Record<Right, string>

export const scopeWords = { 1: 'members:scopeEnterprise', 2: 'members:scopePersonal' } as const
export const statusWords = { 1: 'members:waiting', 2: 'members:passed', 3: 'members:rejected' } as const

/** What each role is for, in one sentence. */
export const roleHints = {
  1: 'members:roleHint1', 2: 'members:roleHint2', 3: 'members:roleHint3', 4: 'members:roleHint4', 5: 'members:roleHint5', 6: 'members:roleHint6',
} as const
