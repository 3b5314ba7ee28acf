// Rights and the roles that hold them (specification, sections 3 and 6; names as its permission
// labels).

export const rights = [
  'alarm.sms',
  'noFlyZone.manage',
  'bulletin.receive',
  'bulletin.send',
  'team.manage',
  'account.manage',
  'systemLog.view',
  'equipment.manage',
  'staff.manage',
  'task.manage',
  'client.manage',
  'lease.manage',
  'recharge.manage',
  'workRecord.manage',
] as const
export type Right = (typeof rights)[number]

/**
 * User types of the specification: 1 super admin, 2 pilot, 3 staff, 4 enterprise admin, 5 business
 * admin, 6 lease manager.
 */
export const userTypes = [1, 2, 3, 4, 5, 6] as const
export type UserType = (typeof userTypes)[number]

const businessAdmin = [
  'equipment.manage',
  'noFlyZone.manage',
  'account.manage',
  'team.manage',
  'task.manage',
  'alarm.sms',
  'bulletin.send',
  'bulletin.receive',
] as const satisfies readonly Right[]

export const rightsOf: Readonly<Record<UserType, readonly Right[]>> = {
  1: rights,
  2: [],
  3: ['bulletin.receive'],
  4: ['staff.manage', 'systemLog.view', ...businessAdmin],
  5: businessAdmin,
  6: ['client.manage', 'lease.manage', 'recharge.manage', 'workRecord.manage'],
}
