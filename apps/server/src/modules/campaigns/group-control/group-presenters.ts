import type {
  GroupPlan,
  GroupPlanDetail,
  GroupPlanDrone,
} from '@swath/contract/campaigns/group-plans'
import type { Caller } from '@swath/domain/access/caller'
import { droneAbilities } from '@swath/domain/access/drone-abilities'
import { muFromM2 } from '@swath/domain/units'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { findGroupPlan, type GroupPlanRow } from './group-control.queries.ts'
import { dronesOfPlan, type PlanDroneRow } from './group-drones.queries.ts'

/** Only for the own account: companies below manage their own plans. */
export const managesPlansOf = (
  { rights, accountId }: Pick<Caller, 'rights' | 'accountId'>,
  owner: string,
): boolean => rights.includes('equipment.manage') && accountId === owner

export const presentGroupPlan = (row: GroupPlanRow, caller: Caller): GroupPlan => {
  const may = managesPlansOf(caller, row.account_id)
  return {
    plan: row.id,
    name: row.name,
    accountName: row.account_name,
    state: row.state,
    plotNames: row.plot_names,
    droneCount: row.drone_num,
    area: muFromM2(row.swept_m2),
    sprayL: row.spray_l,
    durationS: row.duration_s,
    refillNum: row.refill_num,
    turnNum: row.turn_num,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
    can: { update: may, delete: may },
  }
}

const presentDrone = (row: PlanDroneRow, may: boolean, caller: Caller): GroupPlanDrone => {
  const { drone_id: droneId, manufacturerId, operatorId, tenantId } = row
  return {
    position: row.position,
    share: row.share,
    droneId,
    droneName: row.drone_name,
    droneStatus: row.status,
    doneSortieNum: row.done_sortie_num,
    told: row.order,
    can: {
      command:
        may &&
        manufacturerId !== null &&
        droneAbilities(caller, { manufacturerId, operatorId, tenantId }).command,
    },
  }
}

export const readGroupPlan = async (
  from: Db | Tx,
  caller: Caller,
  id: string,
): Promise<GroupPlanDetail> => {
  const row = (await findGroupPlan(from, caller.scope, id)) ?? fail('not_found')
  const drones = await dronesOfPlan(from, caller.scope, id)
  const plan = presentGroupPlan(row, caller)
  return {
    ...plan,
    settings: row.settings as GroupPlanDetail['settings'],
    // Plans stored before areas were measured have no coverage.
    route: { ...row.route, coverage: row.route.coverage ?? null } as GroupPlanDetail['route'],
    done: row.done as unknown as GroupPlanDetail['done'],
    drones: drones.map((drone) => presentDrone(drone, plan.can.update, caller)),
  }
}
