// Sources of the workbench's lines. To add lines, a feature adds its entry here, its lines to the
// contract, and their links to the console.
import type { WorkbenchCounts } from '@swath/contract/overview/workbench'
import type { Caller } from '@swath/domain/access/caller'
import type { Right } from '@swath/domain/access/rights'
import type { Screen } from '@swath/domain/access/screens'
import { countJobs } from '../../../platform/jobs/jobs.queries.ts'
import type { Services } from '../../../platform/services.ts'
import {
  countWaitingApplications,
  countApplicationsToDecide,
  countDueCertificates,
} from '../../people/public.ts'
import { countForWorkbench, countUnreadFor, toReader } from '../../alarms/public.ts'
import { suspicionRows, logRows } from '../../flights/public.ts'
import type { LiveCounts } from '../../live/public.ts'
import { countApplied, countOwnOrders } from '../../money/public.ts'
import { countSubsidiesForWorkbench, countTasksForWorkbench } from '../../campaigns/public.ts'
import { readFirstSteps } from './first-steps.queries.ts'

export type WorkbenchDeps = Pick<Services, 'readDb' | 'clock'> & { fleet: LiveCounts }

type Source = {
  /** Lines are shown to people who have this screen and the right to act. */
  screen: Screen
  right?: Right
  count: (deps: WorkbenchDeps, caller: Caller) => Promise<WorkbenchCounts>
}

const countedAtMost = 999

export const workbenchSources: readonly Source[] = [
  { screen: 'monitor', count: ({ readDb }, caller) => countForWorkbench(readDb, caller) },
  {
    screen: 'monitor',
    count: async ({ fleet: { troubles } }) => ({
      'drones-silent-spraying': troubles.silentSpraying,
      'drones-silent-flying': troubles.silentFlying,
      'drones-low-battery': troubles.lowBattery,
      'drones-locked': troubles.locked,
    }),
  },
  {
    screen: 'account-apply-list',
    right: 'account.manage',
    count: async ({ readDb }, caller) => ({
      'account-applications': await countWaitingApplications(readDb, caller),
    }),
  },
  {
    screen: 'user-apply-list',
    right: 'staff.manage',
    count: async ({ readDb }, caller) => ({
      'user-applications': await countApplicationsToDecide(readDb, caller),
    }),
  },
  {
    screen: 'bulletin-list',
    right: 'alarm.handle',
    // Only for supervisors: suspicions are not in the scope of accounts.
    count: async ({ readDb }, { scope }) => ({
      'claims-undecided': await suspicionRows.count(readDb, scope, { state: 'undecided' }),
    }),
  },
  {
    screen: 'drone-list',
    right: 'equipment.manage',
    count: async ({ readDb }, caller) =>
      // Logs and documents are handled by their accounts, not by the platform.
      caller.accountType === 'platform'
        ? {}
        : { 'flight-logs-ready': await logRows.count(readDb, caller.scope, { status: 'ready' }) },
  },
  {
    screen: 'team-list',
    right: 'team.manage',
    count: async ({ readDb, clock }, { scope, accountType }) =>
      accountType === 'platform'
        ? {}
        : countDueCertificates(readDb, { scope, now: new Date(clock.now()) }),
  },
  {
    screen: 'order-list',
    right: 'equipment.manage',
    count: ({ readDb, clock }, caller) => countOwnOrders(readDb, caller, new Date(clock.now())),
  },
  {
    screen: 'invoice-list',
    right: 'account.manage',
    count: async ({ readDb }, { accountId }) => ({
      'invoices-applied': await countApplied(readDb, accountId),
    }),
  },
  {
    screen: 'unified-task-list',
    count: ({ readDb, clock }, caller) =>
      countTasksForWorkbench(readDb, caller, new Date(clock.now())),
  },
  {
    screen: 'subsidy-list',
    count: ({ readDb, clock }, caller) =>
      countSubsidiesForWorkbench(readDb, caller, new Date(clock.now())),
  },
  {
    screen: 'bulletin-list',
    right: 'bulletin.receive',
    count: async ({ readDb }, caller) => ({
      'bulletins-unread': await countUnreadFor(readDb, toReader(caller), countedAtMost),
    }),
  },
  {
    screen: 'job-list',
    count: async ({ readDb }, { scope }) =>
      // Figures of the whole service are only for its operator.
      scope.kind === 'all' ? { 'jobs-failed': (await countJobs(readDb)).failed } : {},
  },
  {
    screen: 'drone-list',
    right: 'equipment.manage',
    count: ({ readDb }, caller) => readFirstSteps(readDb, caller),
  },
]
