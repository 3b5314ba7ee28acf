// Which screens there are (specification, section 2) and who has them (docs/decisions on access).

export const accountTypes = ['platform', 'government', 'manufacturer', 'operator', 'farmer'] as const
export type AccountType = (typeof accountTypes)[number]

export const screens = [
  'monitor', 'workbench', 'stat-screen', 'stat-overview',
  'unified-task-list', 'unified-task-drone-list', 'unified-task-chart', 'subsidy-list', 'rtk-list', 'block-list', 'group-control',
  'flight-control', 'drone-list', 'drone-model-list', 'tools', 'app-log', 'firmware-list', 'ground-station-config',
  'accessory-white-list', 'no-fly-zone-list',
  'account-list', 'account-apply-list', 'user-apply-list', 'sub-company-list', 'account-detail', 'system-log-list', 'member-list',
  'order-list', 'invoice-list', 'team-list',
  'bulletin-list', 'bulletin-create', 'data-stat-list', 'drone-statistics',
  'lease-data-stat', 'client-list', 'client-chart', 'lease-list', 'bill-list', 'work-record', 'operator-data-stat', 'basic-price-list',
] as const
export type Screen = (typeof screens)[number]
