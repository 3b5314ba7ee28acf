// Starts, shows and controls roll-outs. Their automatic progress: gateway/firmware-offers.
import { rolloutDroneList } from '@swath/contract/gear/firmware-rollouts'
import { maySteer } from '@swath/domain/firmware-rollout'
import { steerRollout, type RolloutRow } from '../../../gateway/firmware-offers/public.ts'
import type { RowKind } from '../../../platform/change/change.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import type { SignedInContext } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { listFile } from '../../../platform/listing/list-file.ts'
import { managesFirmware, ownsFirmware, type Calls, type Deps } from './firmware-deps.ts'
import { findFirmware, type FirmwareRow } from './firmware.queries.ts'
import {
  countGroup,
  findRollout,
  insertRollout,
  insertRolloutDrones,
  lockRolloutFor,
  rolloutDroneRows,
  rolloutRows,
  writeDroneNum,
  type DroneGroup,
} from './firmware-rollouts.queries.ts'
import { presentRollout, presentRolloutDrone, readRollout } from './rollout-presenters.ts'

export const listFirmwareRollouts =
  ({ readDb }: Deps): Calls['listFirmwareRollouts'] =>
  async ({ query }, context) => {
    const { scope } = context.caller
    const [page, stats] = await Promise.all([
      rolloutRows.readPage(readDb, scope, query, (row) => presentRollout(row, context)),
      rolloutRows.countStates(readDb, scope, query),
    ])
    return { ...page, stats }
  }

export const getFirmwareRollout =
  ({ db }: Deps): Calls['getFirmwareRollout'] =>
  async ({ params }, context) =>
    readRollout(db, context, params.rolloutId)

type Group = {
  firmwareId: string
  flyModelId: string | null
  region: string | null
  fromVersion: string
}

/** A build that may be offered, and its possible drones. */
const findGroup = async (
  from: Db | Tx,
  { caller }: SignedInContext,
  { firmwareId, flyModelId, region, fromVersion }: Group,
): Promise<{ build: FirmwareRow; group: DroneGroup }> => {
  const build = (await findFirmware(from, caller.scope, firmwareId)) ?? fail('not_found')
  if (!ownsFirmware(caller, build.account_id)) fail('forbidden')
  return {
    build,
    group: {
      makerId: build.account_id,
      firmwareType: build.firmware_type,
      version: build.build_version,
      // A build for one model is not offered to other models.
      modelId: build.model_id ?? flyModelId,
      region,
      fromVersion,
    },
  }
}

export const previewFirmwareRollout =
  ({ readDb, clock }: Deps): Calls['previewFirmwareRollout'] =>
  async ({ body }, context) => {
    const { group } = await findGroup(readDb, context, body)
    const counted = await countGroup(readDb, group, new Date(clock.now()))
    return {
      droneNum: counted.reduce((sum, { free }) => sum + free, 0),
      busyNum: counted.reduce((sum, { busy }) => sum + busy, 0),
      lapsedNum: counted.reduce((sum, { lapsed }) => sum + lapsed, 0),
      versions: counted.map(({ version, free, busy, lapsed }) => ({
        version,
        droneNum: free + busy + lapsed,
      })),
    }
  }

/** Fails with the reason why a roll-out would reach no drone. */
const failWithoutDrones = async (trx: Tx, group: DroneGroup, now: Date): Promise<never> => {
  const counted = await countGroup(trx, group, now)
  return fail(
    counted.some(({ lapsed }) => lapsed > 0) ? 'firmware_service_lapsed' : 'rollout_without_drones',
  )
}

/** A build to roll back to must be available too, and of the same type. */
const requireBack = async (
  trx: Tx,
  { caller }: SignedInContext,
  build: FirmwareRow,
  backFirmwareId: string | null,
): Promise<void> => {
  if (backFirmwareId === null) return
  const back = (await findFirmware(trx, caller.scope, backFirmwareId)) ?? fail('not_found')
  if (!ownsFirmware(caller, back.account_id)) fail('forbidden')
  const fits =
    back.state === 'signed' &&
    back.id !== build.id &&
    back.firmware_type === build.firmware_type &&
    (back.model_id === null || back.model_id === build.model_id)
  if (!fits) fail('firmware_not_ready')
}

export const createFirmwareRollout =
  ({ record }: Deps): Calls['createFirmwareRollout'] =>
  ({ body }, context) =>
    record(context, async (trx, now) => {
      const { caller } = context
      const { build, group } = await findGroup(trx, context, body)
      if (build.state !== 'signed') fail('firmware_not_ready')
      await requireBack(trx, context, build, body.backFirmwareId)
      const id = uuidv7(now.getTime())
      return {
        action: 'firmware-rollout.start',
        object: { type: 'firmware-rollout', id, name: body.rolloutName },
        details: { firmwareVersion: build.build_version, steps: body.steps },
        write: async () => {
          await insertRollout(trx, {
            id,
            account_id: build.account_id,
            name: body.rolloutName,
            firmware_id: build.id,
            back_firmware_id: body.backFirmwareId,
            model_id: group.modelId,
            region_code: body.region,
            from_version: body.fromVersion,
            steps: body.steps,
            pass_percent: body.passPercent,
            error_percent: body.errorPercent,
            error_least: body.errorLeast,
            soak_min: body.soakMin,
            goes_back: body.goesBack,
            drone_num: 0,
            state: 'running',
            created_by_name: caller.userName,
            created_at: now,
          })
          const droneNum = await insertRolloutDrones(trx, id, group, now)
          if (droneNum === 0) await failWithoutDrones(trx, group, now)
          await writeDroneNum(trx, id, droneNum)
        },
        answer: () => readRollout(trx, context, id),
      }
    })

const rolloutKind: RowKind<RolloutRow, 'steer'> = {
  type: 'firmware-rollout',
  lock: (trx, { caller }, id) => lockRolloutFor(trx, caller.scope, id),
  refusal: ({ caller }, row) => (managesFirmware(caller, row.account_id) ? null : 'forbidden'),
  identify: (row) => row,
  readVersion: (row) => row.version,
  pickLogAccount: (row) => row.account_id,
}

const actions = {
  pause: 'firmware-rollout.pause',
  resume: 'firmware-rollout.resume',
  rollBack: 'firmware-rollout.roll-back',
  cancel: 'firmware-rollout.cancel',
} as const

export const steerFirmwareRollout =
  ({ change }: Deps): Calls['steerFirmwareRollout'] =>
  ({ params: { rolloutId: id }, body: { opr, version } }, context) =>
    change(
      context,
      rolloutKind,
      { id, version, to: 'steer', action: actions[opr] },
      async (trx, row, now) => {
        const canGoBack = row.back_firmware_id !== null
        if (!maySteer({ state: row.state, canGoBack }, opr)) fail('rollout_over')
        return {
          details: { step: row.step + 1 },
          write: () => steerRollout(trx, row, opr, now),
          answer: () => readRollout(trx, context, id),
        }
      },
    )

export const listRolloutDrones =
  ({ readDb }: Deps): Calls['listRolloutDrones'] =>
  async ({ query }, { caller: { scope } }) => {
    const rollout = (await findRollout(readDb, scope, query.rolloutId)) ?? fail('not_found')
    const [page, stats] = await Promise.all([
      rolloutDroneRows.readPage(readDb, scope, query, presentRolloutDrone),
      rolloutDroneRows.countStates(readDb, scope, query),
    ])
    return { ...page, stats, rolloutName: rollout.name }
  }

export const exportRolloutDrones =
  ({ readDb }: Deps): Calls['exportRolloutDrones'] =>
  async ({ query }, context) => {
    const { scope } = context.caller
    if (!(await findRollout(readDb, scope, query.rolloutId))) fail('not_found')
    return listFile(rolloutDroneList, query, context, {
      rows: rolloutDroneRows.each(readDb, scope, query),
      present: presentRolloutDrone,
    })
  }
