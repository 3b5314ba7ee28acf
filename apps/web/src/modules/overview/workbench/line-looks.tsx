// The appearance of each line of the workbench, and the screen it links to. To add a line, a
// feature adds it here and its name in the contract.
import {
  AuditOutlined,
  DisconnectOutlined,
  EnvironmentOutlined,
  FileDoneOutlined,
  FileSearchOutlined,
  IdcardOutlined,
  LockOutlined,
  NotificationOutlined,
  PayCircleOutlined,
  PlusCircleOutlined,
  ScheduleOutlined,
  SyncOutlined,
  ThunderboltOutlined,
  UserAddOutlined,
  UserOutlined,
} from '@ant-design/icons'
import type { WorkbenchLineName } from '@swath/contract/overview/workbench'
import type { Screen } from '@swath/domain/access/screens'
import type { ReactNode } from 'react'
import { AlarmMark } from '../../../ui/alarm-mark.tsx'

export const lineGroups = ['now', 'begin', 'decide', 'ends', 'know'] as const
export type LineGroup = (typeof lineGroups)[number]

type Way = {
  readonly screen: Screen
  /** Appended to the path of the screen. */
  readonly under?: `/${string}`
  readonly query?: Readonly<Record<string, string>>
}
export type LineLook = {
  readonly group: LineGroup
  readonly label: `${string}:${string}`
  readonly mark: ReactNode
  /** Links in order of preference: the first screen that the person has is used. */
  readonly ways: readonly [Way, ...Way[]]
  /** Shown without a count. */
  readonly isUncounted?: true
}

const alarms = (level: 1 | 2 | 3, label: LineLook['label']): LineLook => ({
  group: 'now',
  label,
  mark: <AlarmMark level={level} title="" />,
  ways: [
    {
      screen: 'bulletin-list',
      under: '/alarms',
      query: { state: 'unclosed', level: String(level) },
    },
    { screen: 'monitor', query: { show: `alarms-${level}` } },
  ],
})
const drones = (label: `monitor:${string}`, show: string, mark: ReactNode): LineLook => ({
  group: 'now',
  label,
  mark,
  ways: [{ screen: 'monitor', query: { show } }],
})

export const lineLooks: Readonly<Record<WorkbenchLineName, LineLook>> = {
  'alarms-1': alarms(1, 'workbench:lines.alarms-1'),
  'alarms-2': alarms(2, 'workbench:lines.alarms-2'),
  'alarms-3': alarms(3, 'workbench:lines.alarms-3'),
  'alarms-mine': {
    group: 'now',
    label: 'workbench:lines.alarms-mine',
    mark: <UserOutlined aria-hidden />,
    ways: [
      { screen: 'bulletin-list', under: '/alarms', query: { assignee: 'me' } },
      { screen: 'monitor', query: { show: 'alarms' } },
    ],
  },
  'drones-silent-spraying': drones(
    'monitor:silentSpraying',
    'silent-spraying',
    <DisconnectOutlined aria-hidden />,
  ),
  'drones-silent-flying': drones(
    'monitor:silentFlying',
    'silent-flying',
    <DisconnectOutlined aria-hidden />,
  ),
  'drones-low-battery': drones(
    'monitor:lowBattery',
    'low-battery',
    <ThunderboltOutlined aria-hidden />,
  ),
  'drones-locked': drones('monitor:lockedOnline', 'locked', <LockOutlined aria-hidden />),
  'tasks-invited': {
    group: 'decide',
    label: 'workbench:lines.tasks-invited',
    mark: <ScheduleOutlined aria-hidden />,
    ways: [{ screen: 'unified-task-list', query: { state: 'open', invitation: 'invited' } }],
  },
  'tasks-ended': {
    group: 'decide',
    label: 'workbench:lines.tasks-ended',
    mark: <ScheduleOutlined aria-hidden />,
    ways: [{ screen: 'unified-task-list', query: { due: 'ended', sortParam: 'endDate' } }],
  },
  'tasks-ending': {
    group: 'ends',
    label: 'workbench:lines.tasks-ending',
    mark: <ScheduleOutlined aria-hidden />,
    ways: [{ screen: 'unified-task-list', query: { due: 'ending', sortParam: 'endDate' } }],
  },
  'account-applications': {
    group: 'decide',
    label: 'workbench:lines.account-applications',
    mark: <AuditOutlined aria-hidden />,
    ways: [{ screen: 'account-apply-list', query: { applyStatus: '1' } }],
  },
  'user-applications': {
    group: 'decide',
    label: 'workbench:lines.user-applications',
    mark: <UserAddOutlined aria-hidden />,
    ways: [{ screen: 'user-apply-list', query: { applyStatus: '1' } }],
  },
  'claims-undecided': {
    group: 'decide',
    label: 'workbench:lines.claims-undecided',
    mark: <FileSearchOutlined aria-hidden />,
    ways: [{ screen: 'bulletin-list', under: '/claims', query: { state: 'undecided' } }],
  },
  'subsidies-objected': {
    group: 'decide',
    label: 'workbench:lines.subsidies-objected',
    mark: <AuditOutlined aria-hidden />,
    ways: [{ screen: 'subsidy-list', under: '/objections', query: { state: 'open' } }],
  },
  'subsidies-approvable': {
    group: 'decide',
    label: 'workbench:lines.subsidies-approvable',
    mark: <PayCircleOutlined aria-hidden />,
    ways: [{ screen: 'subsidy-list', query: { state: 'proposed' } }],
  },
  'subsidies-objectable': {
    group: 'ends',
    label: 'workbench:lines.subsidies-objectable',
    mark: <PayCircleOutlined aria-hidden />,
    ways: [{ screen: 'subsidy-list', query: { state: 'proposed' } }],
  },
  'flight-logs-ready': {
    group: 'decide',
    label: 'workbench:lines.flight-logs-ready',
    mark: <FileDoneOutlined aria-hidden />,
    ways: [{ screen: 'drone-list', under: '/flight-logs', query: { status: 'ready' } }],
  },
  'certificates-ended': {
    group: 'decide',
    label: 'workbench:lines.certificates-ended',
    mark: <IdcardOutlined aria-hidden />,
    ways: [{ screen: 'team-list', under: '/certificates', query: { state: 'ended' } }],
  },
  'certificates-ending': {
    group: 'ends',
    label: 'workbench:lines.certificates-ending',
    mark: <IdcardOutlined aria-hidden />,
    ways: [{ screen: 'team-list', under: '/certificates', query: { state: 'ending' } }],
  },
  'orders-unpaid': {
    group: 'decide',
    label: 'workbench:lines.orders-unpaid',
    mark: <PayCircleOutlined aria-hidden />,
    ways: [{ screen: 'order-list', query: { state: 'unpaid' } }],
  },
  'invoices-applied': {
    group: 'decide',
    label: 'workbench:lines.invoices-applied',
    mark: <FileDoneOutlined aria-hidden />,
    ways: [{ screen: 'invoice-list', query: { state: 'applied' } }],
  },
  'services-ending': {
    group: 'ends',
    label: 'workbench:lines.services-ending',
    mark: <PayCircleOutlined aria-hidden />,
    ways: [{ screen: 'order-list' }],
  },
  'bulletins-unread': {
    group: 'know',
    label: 'workbench:lines.bulletins-unread',
    mark: <NotificationOutlined aria-hidden />,
    ways: [
      { screen: 'bulletin-list', query: { type: 'bulletin', box: 'received', read: 'false' } },
    ],
  },
  'jobs-failed': {
    group: 'decide',
    label: 'workbench:lines.jobs-failed',
    mark: <SyncOutlined aria-hidden />,
    ways: [{ screen: 'job-list', query: { state: 'failed' } }],
  },
  'first-drone': {
    group: 'begin',
    label: 'workbench:lines.first-drone',
    mark: <PlusCircleOutlined aria-hidden />,
    ways: [{ screen: 'drone-list' }],
    isUncounted: true,
  },
  'first-member': {
    group: 'begin',
    label: 'workbench:lines.first-member',
    mark: <UserAddOutlined aria-hidden />,
    ways: [{ screen: 'member-list' }],
    isUncounted: true,
  },
  'first-plot': {
    group: 'begin',
    label: 'workbench:lines.first-plot',
    mark: <EnvironmentOutlined aria-hidden />,
    ways: [{ screen: 'block-list', under: '/new' }],
    isUncounted: true,
  },
}
