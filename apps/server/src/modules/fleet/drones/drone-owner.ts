// Changes the owner of a drone, and lists accounts to which it may be transferred.
import { fail } from '../../../platform/errors/fail.ts'
import { regionPath } from '../../../platform/regions/region-path.ts'
import { changeDrone } from './change-drone.ts'
import { accountName, keepParties, newOwners, regionOfAccount } from './drone-changes.queries.ts'
import type { Calls, Deps } from './drone-change-deps.ts'
import { findOperator } from './drone-choices.queries.ts'
import { findDrone } from './drones.queries.ts'
import { abilitiesOver } from './present-drone.ts'

export const changeOwner =
  ({ clock, change }: Deps): Calls['changeOwner'] =>
  ({ body }, context) =>
    changeDrone(
      { clock, change },
      context,
      body,
      'update',
      body.yyAccountId === null ? 'drone.return-to-maker' : 'drone.change-owner',
      async (trx, drone) => {
        const { userId, userName, scope } = context.caller
        if (drone.tenant_id !== null) fail('drone_leased')
        if (body.yyAccountId === drone.operator_id)
          fail('invalid_input', {}, [{ path: 'yyAccountId', message: 'ownerAsBefore' }])
        const owner =
          body.yyAccountId === null
            ? null
            : ((await findOperator(trx, scope, body.yyAccountId)) ?? fail('not_found'))
        await keepParties(
          trx,
          { droneId: drone.id },
          { userId, userName, now: new Date(clock.now()) },
        )
        return {
          columns: {
            operator_id: owner?.id ?? null,
            region_code: owner?.region_code ?? (await regionOfAccount(trx, drone.manufacturer_id)),
          },
          before: {
            yyAccountId: drone.operator_id,
            yyAccountName: await accountName(trx, drone.operator_id),
          },
          after: {
            yyAccountId: body.yyAccountId,
            yyAccountName: await accountName(trx, body.yyAccountId),
          },
        }
      },
    )

export const getNewOwners =
  ({ readDb, clock }: Deps): Calls['getNewOwners'] =>
  async ({ params, query }, { caller, language }) => {
    const drone =
      (await findDrone(readDb, caller.scope, params.droneId, new Date(clock.now()))) ??
      fail('not_found')
    if (!abilitiesOver(caller, drone).update) fail('forbidden')
    const owners = await newOwners(readDb, caller.scope, drone.operator_id, query.accountName)
    return {
      items: owners.map(({ id, name, region_code }) => ({
        accountId: id,
        accountName: name,
        region: regionPath(region_code, language),
      })),
    }
  }
