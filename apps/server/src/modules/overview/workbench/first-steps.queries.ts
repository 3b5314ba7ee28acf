// First steps of an account that has just been approved.
import { sql } from 'kysely'
import type { WorkbenchCounts } from '@swath/contract/overview/workbench'
import type { Caller } from '@swath/domain/access/caller'
import { inScope } from '../../../platform/access/scope.queries.ts'
import { droneScope } from '../../../platform/access/scoped-tables.ts'
import type { Db } from '../../../platform/database/database.ts'
import { visiblePlots } from '../../land/public.ts'

/** Only for makers and operators: other accounts own no drones. */
export const readFirstSteps = async (db: Db, caller: Caller): Promise<WorkbenchCounts> => {
  const { scope, accountId, accountType, operatorType } = caller
  if (accountType !== 'manufacturer' && accountType !== 'operator') return {}
  const { drones, others, plots } = await db
    .selectNoFrom((eb) => [
      eb
        .exists(eb.selectFrom('drone').where(inScope(scope, droneScope)).select('drone.id'))
        .as('drones'),
      eb
        .exists(
          eb
            .selectFrom('app_user')
            .where('account_id', '=', accountId)
            .where('deleted_at', 'is', null)
            .where('id', '<>', caller.userId)
            .select('app_user.id'),
        )
        .as('others'),
      eb
        .exists(eb.selectFrom('plot').where(visiblePlots(scope)).select(sql.lit(1).as('one')))
        .as('plots'),
    ])
    .executeTakeFirstOrThrow()
  return {
    'first-drone': drones ? 0 : 1,
    'first-member': others || operatorType === 'personal' ? 0 : 1,
    'first-plot': plots || accountType === 'manufacturer' ? 0 : 1,
  }
}
