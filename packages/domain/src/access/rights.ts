// Rights and the roles that hold them (specification, sections 3 and 6; names as its permission
// labels). A right is declared here, once: policy, members' forms and the document follow.

/** User types of the specification. */
export const userTypeCodes = {
  superAdmin: 1,
  pilot: 2,
  staff: 3,
  enterpriseAdmin: 4,
  businessAdmin: 5,
  leaseManager: 6,
} as const
export type UserType = (typeof userTypeCodes)[keyof typeof userTypeCodes]
export const userTypes: readonly UserType[] = Object.values(userTypeCodes)

const { enterpriseAdmin, businessAdmin, leaseManager, staff } = userTypeCodes

/** Roles that hold each right. Super admins hold all rights. */
const holders = {
  'alarm.sms': [enterpriseAdmin, businessAdmin],
  'alarm.handle': [staff, enterpriseAdmin, businessAdmin],
  'noFlyZone.manage': [enterpriseAdmin, businessAdmin],
  'bulletin.receive': [staff, enterpriseAdmin, businessAdmin],
  'bulletin.send': [enterpriseAdmin, businessAdmin],
  'team.manage': [enterpriseAdmin, businessAdmin],
  'account.manage': [enterpriseAdmin, businessAdmin],
  'systemLog.view': [enterpriseAdmin],
  'equipment.manage': [enterpriseAdmin, businessAdmin],
  'staff.manage': [enterpriseAdmin],
  'task.manage': [enterpriseAdmin, businessAdmin],
  'client.manage': [leaseManager],
  'lease.manage': [leaseManager],
  'recharge.manage': [leaseManager],
  'workRecord.manage': [leaseManager],
} as const satisfies Readonly<Record<string, readonly UserType[]>>
export type Right = keyof typeof holders
export const rights = Object.keys(holders) as readonly Right[] as readonly [Right, ...Right[]]

const rightsOfType = (type: UserType): readonly Right[] =>
  type === userTypeCodes.superAdmin
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
