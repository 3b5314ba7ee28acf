// Several drones over one field: planning, sending, commands, replanning, and export.
import type { groupControlRoutes } from '@swath/contract/campaigns/group-control'
import { droneAbilities } from '@swath/domain/access/drone-abilities'
import { createChanges, nothing } from '../../../platform/change/change.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Services } from '../../../platform/services.ts'
import { readDoseMap } from './dose-map.ts'
import { patchGroupDroneStatus } from './drone-status.ts'
import { presentGroupPlan, readGroupPlan } from './group-presenters.ts'
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
import { previewGroupRoute, putGroupRoute, type GroupDeps } from './group-route.ts'

type Calls = Handlers<typeof groupControlRoutes>

const listGroupPlans =
  ({ readDb }: GroupDeps): Calls['listGroupPlans'] =>
  async ({ query }, { caller }) => {
    const [page, stats] = await Promise.all([
      groupPlanRows.readPage(readDb, caller.scope, query, (row) => presentGroupPlan(row, caller)),
      groupPlanRows.countStates(readDb, caller.scope, query),
    ])
    return { ...page, stats, can: { create: caller.rights.includes('equipment.manage') } }
  }

const dronesAtMost = 100

const listGroupDrones =
  ({ readDb }: GroupDeps): Calls['listGroupDrones'] =>
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
  ({ change }: GroupDeps): Calls['deleteGroupPlan'] =>
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
  const deps: GroupDeps = { ...services, ...createChanges(services) }
  return {
    listGroupPlans: listGroupPlans(deps),
    putGroupRoute: putGroupRoute(deps),
    previewGroupRoute: previewGroupRoute(deps),
    listGroupDrones: listGroupDrones(deps),
    readDoseMap,
    controlGroup: controlGroup(deps),
    patchGroupDroneStatus: patchGroupDroneStatus(deps),
    getGroupPlan: ({ params }, { caller }) => readGroupPlan(services.readDb, caller, params.plan),
    getGroupDoses: getGroupDoses(deps),
    exportGroupPlan: exportGroupPlan(deps),
    deleteGroupPlan: deleteGroupPlan(deps),
  }
}
