// What the search over everything finds.
import { sql } from 'kysely'
import type { Caller } from '@swath/domain/access/caller'
import { inScope } from '../../../platform/access/scope.queries.ts'
import { droneScope, sortieScope } from '../../../platform/access/scoped-tables.ts'
import { nameIndexes } from '../../../platform/listing/name-index.queries.ts'
import type { Db } from '../../../platform/database/database.ts'
import { visibleTasks } from '../../campaigns/public.ts'
import { visiblePlots } from '../../land/public.ts'
import { ofLessor } from '../../money/public.ts'
import { managesStaff, readViewer, visibleAccounts } from '../../people/public.ts'
import { defineSource, type Candidate, type SearchSource } from './search-source.queries.ts'

const accountName = (column: string) =>
  sql<string | null>`(select owner.name from account owner where owner.id = ${sql.ref(column)})`

const drones = defineSource({
  kind: 'drone',
  policy: { screens: ['drone-list', 'monitor'] },
  from: sql`drone`,
  visible: (_db, { scope }) => inScope(scope, droneScope),
  id: 'drone.id',
  index: nameIndexes.drone,
  detail: sql`concat_ws(' · ', drone.id, ${accountName('drone.operator_id')})`,
})

const plots = defineSource({
  kind: 'plot',
  policy: { screens: ['block-list'] },
  from: sql`plot`,
  visible: (_db, { scope }) => visiblePlots(scope),
  id: 'plot.id',
  index: nameIndexes.plot,
  detail: sql`concat_ws(' · ', nullif(plot.village, ''), ${accountName('plot.account_id')})`,
})

const people = defineSource({
  kind: 'person',
  policy: { screens: ['member-list'] },
  from: sql`app_user`,
  visible: (_db, { accountId }) =>
    sql`app_user.account_id = ${accountId}::uuid and app_user.deleted_at is null`,
  id: 'app_user.id',
  index: nameIndexes.app_user,
  // Others must not guess a login digit by digit.
  findsByOthers: managesStaff,
  detail: sql`null::text`,
})

const accounts = defineSource({
  kind: 'account',
  policy: { screens: ['account-list', 'sub-company-list'] },
  from: sql`account`,
  visible: async (db, caller) => visibleAccounts(await readViewer(db, caller)),
  id: 'account.id',
  index: nameIndexes.account,
  detail: sql`concat_ws(' · ', account.contact_name, account.contact_phone)`,
})

const tasks = defineSource({
  kind: 'task',
  policy: { screens: ['unified-task-list'] },
  from: sql`unified_task task`,
  visible: (_db, caller) => visibleTasks(caller),
  id: 'task.id',
  index: nameIndexes.task,
  detail: accountName('task.account_id'),
})

const clients = defineSource({
  kind: 'client',
  policy: { screens: ['client-list'] },
  from: sql`rental_client client`,
  visible: (_db, { scope }) => inScope(scope, ofLessor),
  id: 'client.id',
  index: nameIndexes.client,
  detail: sql`concat_ws(' · ', nullif(client.contact, ''), nullif(client.phone, ''))`,
})

/** A number as people write it: 12 or #12; within the range of the column. */
const flightNumber = (text: string): number | null => {
  const number = Number(/^#?(\d{1,9})$/.exec(text)?.[1] ?? Number.NaN)
  return Number.isNaN(number) ? null : number
}

const findFlights = async (db: Db, { scope }: Caller, text: string): Promise<Candidate[]> => {
  const number = flightNumber(text)
  if (number === null) return []
  return db
    .selectFrom('sortie')
    .innerJoin('drone', 'drone.id', 'sortie.drone_id')
    .where('sortie.number', '=', number)
    .where('sortie.simulated', '=', false)
    .where(inScope(scope, sortieScope))
    .orderBy('sortie.start_at', 'desc')
    .limit(6)
    .select([
      'sortie.id',
      'sortie.drone_id as droneId',
      'drone.name',
      'sortie.number',
      'sortie.start_at as startAt',
      sql<string>`${String(number)}::text`.as('others'),
      sql<string | null>`sortie.drone_id`.as('detail'),
    ])
    .execute()
}

const flights: SearchSource = {
  kind: 'flight',
  policy: { screens: ['drone-list'] },
  find: findFlights,
  findSimilar: async () => [],
}

export const searchSources: readonly SearchSource[] = [
  drones,
  plots,
  people,
  accounts,
  tasks,
  clients,
  flights,
]
