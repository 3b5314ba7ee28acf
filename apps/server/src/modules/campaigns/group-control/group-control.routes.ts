// Several drones over one field: planning, sending, commands, replanning, and export as a file.
import type { groupControlRoutes } from '@swath/contract/campaigns/group-control'
import { droneAbilities } from '@swath/domain/access/drone-abilities'
import { createChanges, nothing } from '../../../platform/change/change.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Services } from '../../../platform/services.ts'
import { readDoseMap } from './dose-map.ts'
import { patchGroupDroneStatus } from './drone-status.ts'
import { presentGroupPlan, readGroupPlan } from './group-answers.ts'
import { controlGroup } from './group-control.ts'
import {
  deleteGroupPlan as deletePlanRow,
  groupPlanRows,
  searchDrones,
} from './group-control.queries.ts'
import { getGroupDoses } from './group-doses.ts'
import { exportGroupPlan } from './group-file.ts'
import { dronesOfPlan } from './group-drones.queries.ts'
import { isUnderWay } from './group-orders.ts'
import { groupPlanKind } from './group-plan-kind.ts'
import { previewGroupRoute, putGroupRoute, type GroupNeeds } from './group-route.ts'

type Calls = Handlers<typeof groupControlRoutes>

const listGroupPlans =
  ({ readDb }: GroupNeeds): Calls['listGroupPlans'] =>
  async ({ query }, { caller }) => {
    const [rows, total] = await Promise.all([
      groupPlanRows.page(readDb, caller.scope, query, query),
      groupPlanRows.count(readDb, caller.scope, query),
    ])
    return {
      items: rows.map((row) => presentGroupPlan(row, caller)),
      total,
      currentPage: query.currentPage,
      pageSize: query.pageSize,
      can: { create: caller.rights.includes('equipment.manage') },
    }
  }

const dronesAtMost = 100

const listGroupDrones =
  ({ readDb }: GroupNeeds): Calls['listGroupDrones'] =>
  async ({ query: { search } }, { caller }) => {
    const rows = await searchDrones(readDb, caller.scope, search, dronesAtMost)
    return {
      items: rows
        .filter((row) => droneAbilities(caller, row).command)
        .map(({ id, name, modelName, tankL, widthM }) => ({
          droneId: id,
          droneName: name,
          modelName,
          tankL,
          widthM,
        })),
    }
  }

const deleteGroupPlan =
  ({ change }: GroupNeeds): Calls['deleteGroupPlan'] =>
  ({ params: { plan: id } }, context) =>
    change(
      context,
      groupPlanKind,
      { id, to: 'change', action: 'group-plan.delete' },
      async (trx) => {
        if (isUnderWay(await dronesOfPlan(trx, context.caller.scope, id))) fail('group_plan_flying')
        return { write: () => deletePlanRow(trx, id), answer: nothing }
      },
    )

export const groupControlHandlers = (services: Services): Calls => {
  const needs: GroupNeeds = { ...services, ...createChanges(services) }
  return {
    listGroupPlans: listGroupPlans(needs),
    putGroupRoute: putGroupRoute(needs),
    previewGroupRoute: previewGroupRoute(needs),
    listGroupDrones: listGroupDrones(needs),
    readDoseMap,
    controlGroup: controlGroup(needs),
    patchGroupDroneStatus: patchGroupDroneStatus(needs),
    getGroupPlan: ({ params }, { caller }) => readGroupPlan(services.readDb, caller, params.plan),
    getGroupDoses: getGroupDoses(needs),
    exportGroupPlan: exportGroupPlan(needs),
    deleteGroupPlan: deleteGroupPlan(needs),
  }
}
