// Rights and the roles that hold them (specification, sections 3 and 6; names as its permission
// labels). A right is declared here, once: policy, members' forms and the document follow.

/**
 * User types of the specification: 1 super admin, 2 pilot, 3 staff, 4 enterprise admin, 5 business
 * admin, 6 lease manager.
 */
export const userTypes = [1, 2, 3, 4, 5, 6] as const
export type UserType = (typeof userTypes)[number]

/** Who holds a right by role, beside the super admin, who holds all. */
const holders = {
  'alarm.sms': [4, 5],
  'noFlyZone.manage': [4, 5],
  'bulletin.receive': [3, 4, 5],
  'bulletin.send': [4, 5],
  'team.manage': [4, 5],
  'account.manage': [4, 5],
  'systemLog.view': [4],
  'equipment.manage': [4, 5],
  'staff.manage': [4],
  'task.manage': [4, 5],
  'client.manage': [6],
  'lease.manage': [6],
  'recharge.manage': [6],
  'workRecord.manage': [6],
} as const satisfies Readonly<Record<string, readonly UserType[]>>
export type Right = keyof typeof holders
export const rights = Object.keys(holders) as readonly Right[] as readonly [Right, ...Right[]]

const rightsOfType = (type: UserType): readonly Right[] =>
  type === 1
    ? rights
    : rights.filter((right) => (holders[right] as readonly UserType[]).includes(type))

export const rightsByUserType: Readonly<Record<UserType, readonly Right[]>> = {
  1: rightsOfType(1),
  2: rightsOfType(2),
  3: rightsOfType(3),
  4: rightsOfType(4),
  5: rightsOfType(5),
  6: rightsOfType(6),
}
