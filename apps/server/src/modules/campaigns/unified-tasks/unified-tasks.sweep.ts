// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { unifiedTaskStatRoutes } from '@swath/contract/campaigns/unified-task-stats'
import { unifiedTaskRoutes } from '@swath/contract/campaigns/unified-tasks'
import type { Db } from '../../../platform/database/database.ts'
import { featureSweep, type Asking, type Strangers } from '../../../sweep/testing-cases.ts'
import {
  accountLines,
  buildCanary,
  personLines,
  places,
  world,
  worldNow,
  type AccountName,
  type DroneName,
  type PersonName,
} from '../../../sweep/testing-world.ts'
import { ownPlot } from '../../land/plots/testing-visible-plots.ts'
import { taskIds, taskWork } from './testing-task-work.ts'

type TaskLine = {
  id: number
  account: AccountName
  place: keyof typeof places
  state: 'draft' | 'open'
  operators: Partial<Record<AccountName, 'invited' | 'accepted'>>
  drones: readonly DroneName[]
}
const taskLines = {
  county: {
    id: taskIds.county,
    account: 'county',
    place: 'xihu',
    state: 'open',
    operators: { team: 'accepted' },
    drones: ['teams', 'subs'],
  },
  elsewhere: {
    id: taskIds.elsewhere,
    account: 'elsewhere',
    place: 'henan',
    state: 'open',
    operators: { rival: 'accepted' },
    drones: ['rivals'],
  },
  offered: {
    id: taskIds.offered,
    account: 'root',
    place: 'binjiang',
    state: 'open',
    operators: { eastTeam: 'invited' },
    drones: [],
  },
  hidden: {
    id: taskIds.hidden,
    account: 'root',
    place: 'chiangmai',
    state: 'draft',
    operators: { lone: 'invited' },
    drones: ['lones'],
  },
} as const satisfies Record<string, TaskLine>
type TaskName = keyof typeof taskLines
const taskNames = Object.keys(taskLines) as TaskName[]

/** Tasks that a person can find. A draft is visible to its creator and the platform only. */
const visibleTasks: Partial<Record<PersonName, readonly TaskName[]>> = {
  root: taskNames,
  east: ['offered'],
  province: ['county', 'offered'],
  city: ['county', 'offered'],
  county: ['county'],
  elsewhere: ['elsewhere'],
  team: ['county'],
  teamSub: ['county'],
  teamSubSub: [],
  rival: ['elsewhere'],
  lone: [],
  renter: [],
  eastTeam: ['offered'],
  teamEnterpriseAdmin: ['county'],
  teamBusinessAdmin: ['county'],
  teamPersonal: ['county'],
}
const people = Object.keys(visibleTasks) as PersonName[]

const unseen: Strangers = ({ person }) =>
  taskNames
    .filter((name) => !(visibleTasks[person] ?? []).includes(name))
    .map((name) => String(taskLines[name].id))

const seed = async (db: Db): Promise<void> => {
  const days = { start: '2026-11-01', end: '2026-11-30' }
  for (const name of taskNames) {
    const line: TaskLine = taskLines[name]
    await db
      .insertInto('unified_task')
      .values({
        id: line.id,
        account_id: world.accountId[line.account],
        name: buildCanary('task', name),
        region_code: places[line.place].code,
        time_zone: 'Asia/Shanghai',
        type: 1,
        start_day: days.start,
        end_day: days.end,
        state: line.state,
        created_at: new Date(worldNow),
      })
      .execute()
    for (const [account, state] of Object.entries(line.operators))
      await db
        .insertInto('unified_task_operator')
        .values({
          task_id: line.id,
          account_id: world.accountId[account as AccountName],
          state,
          answered_at: state === 'invited' ? null : new Date(worldNow),
        })
        .execute()
    for (const drone of line.drones)
      await db
        .insertInto('unified_task_drone')
        .values({
          task_id: line.id,
          drone_id: world.droneId[drone],
          data_start_day: days.start,
          data_end_day: days.end,
        })
        .execute()
  }
  await seedWork(db)
}

/** Plots and work of a task, so that its lists are not empty. */
const seedWork = async (db: Db): Promise<void> => {
  const task_id = taskIds[taskWork.task]
  await db
    .insertInto('unified_task_plot')
    .values({ task_id, plot_id: world.plotId[taskWork.drone] })
    .execute()
  await db
    .updateTable('work_record')
    .set({ task_id })
    .where('sortie_id', '=', world.sortieId[taskWork.drone])
    .execute()
}

/**
 * The task for which a drone flies; for a drone without one, a task that no account below can see.
 */
const idOf = ({ drone }: Asking): string => {
  const name = taskNames.find((one) =>
    (taskLines[one].drones as readonly DroneName[]).includes(drone),
  )
  return String(taskLines[drone === 'easts' ? 'offered' : (name ?? 'hidden')].id)
}
const inPath = (asking: Asking) => ({ params: { tftzId: idOf(asking) } })
const inQuery = (asking: Asking) => ({ query: { tftzId: idOf(asking) } })
const days = { dataStartDate: '2026-11-02', dataEndDate: '2026-11-20' }
const droneBody = (asking: Asking) => ({
  ...inPath(asking),
  body: { droneIds: [world.droneId[asking.drone]], ...days },
})
const fields = { tftzName: 'Made by the sweep', startDate: '2026-11-01', endDate: '2026-11-20' }
const known = 'an unknown one is reported at its field: unified-tasks.test.ts'
const holds = { kind: 'task', rows: visibleTasks } as const
const managed = { people, right: true, refusesFirst: true } as const
const stat = { people, request: inQuery } as const

export const unifiedTaskSweep = featureSweep(
  { ...unifiedTaskRoutes, ...unifiedTaskStatRoutes },
  {
    seed,
    strangers: { unifiedTask: unseen },
    cases: {
      listUnifiedTasks: { people, request: () => ({ query: { pageSize: '100' } }), holds },
      exportUnifiedTasks: { people, holds },
      getUnifiedTask: { people, request: inPath },
      createUnifiedTask: {
        ...managed,
        // Refused for its content: an operator cannot be a supervisor.
        request: ({ person }) => ({
          body: {
            ...fields,
            region: places[accountLines[personLines[person].account].place].code,
            zfMonitor: world.accountId.team,
          },
        }),
        untried: {
          'body.cropId': known,
          'body.workType': known,
          'body.chemicals[]chemicalId': known,
          'body.zfMonitor': 'any government may be asked to supervise',
        },
      },
      updateUnifiedTask: {
        ...managed,
        request: (asking) => ({ ...inPath(asking), body: { tftzName: 'Other', version: 99 } }),
      },
      setUnifiedTaskState: {
        ...managed,
        request: (asking) => ({ ...inPath(asking), body: { opr: 'close', version: 99 } }),
      },
      deleteUnifiedTask: { ...managed, request: inPath, changes: true },
      copyUnifiedTask: {
        ...managed,
        request: (asking) => ({
          ...inPath(asking),
          body: { tftzName: 'Copy', startDate: '2026-12-01', endDate: '2026-12-10' },
        }),
        changes: true,
      },
      addTaskDrones: { ...managed, request: droneBody, changes: true },
      setTaskDroneDates: { ...managed, request: droneBody, changes: true },
      removeTaskDrones: {
        ...managed,
        request: (asking) => ({
          ...inPath(asking),
          query: { droneIds: world.droneId[asking.drone] },
        }),
        changes: true,
      },
      getTaskOperators: stat,
      listTaskOperatorChoices: { people, right: true },
      listTaskSupervisorChoices: { people, right: true },
      inviteTaskOperators: {
        ...managed,
        request: (asking) => ({ ...inPath(asking), body: { accountIds: [world.accountId.team] } }),
        changes: true,
        strangers: {
          'body.accountIds[]': ({ person }) =>
            person === 'county' ? [world.accountId.rival, world.accountId.farmer] : [],
        },
      },
      removeTaskOperator: {
        ...managed,
        request: (asking) => ({
          params: { ...inPath(asking).params, accountId: world.accountId.team },
        }),
        changes: true,
        strangers: { 'params.accountId': () => [world.accountId.waiting] },
      },
      answerTaskInvitation: {
        ...managed,
        request: (asking) => ({ ...inPath(asking), body: { opr: 'accept' } }),
        changes: true,
      },
      getTaskDroneChoices: { people, right: true, request: inQuery },
      getTaskTeams: stat,
      addTaskTeam: {
        ...managed,
        // A team that does not exist, so that the call is refused before it changes anything.
        request: (asking) => ({
          ...inPath(asking),
          body: { groupId: '01999999-0000-7000-8000-000000000000', ...days },
        }),
      },
      addTaskPlots: {
        ...managed,
        request: (asking) => ({ ...inPath(asking), body: { blockIds: [ownPlot(asking.person)] } }),
        changes: true,
        untried: { 'body.cropId': 'narrows the plots of a region, of which none is asked for' },
      },
      removeTaskPlots: {
        ...managed,
        request: (asking) => ({ ...inPath(asking), query: { blockIds: ownPlot(asking.person) } }),
        changes: true,
      },
      getTaskDrones: stat,
      exportTaskDrones: stat,
      getTaskPlots: stat,
      exportTaskPlots: stat,
      getTaskSorties: stat,
      exportTaskSorties: stat,
      getTaskOverview: stat,
      getTaskData: stat,
      getTaskOwners: stat,
      getTaskDroneStat: stat,
      getTaskRegions: stat,
      getTaskVillages: stat,
      getTaskWorkTypes: { people },
      getTaskMap: stat,
      getTaskMapProgress: stat,
    },
  },
)
