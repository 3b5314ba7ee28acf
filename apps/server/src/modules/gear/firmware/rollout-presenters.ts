// Presents a roll-out and its drones.
import type {
  FirmwareRollout,
  FirmwareRolloutDetail,
  RolloutDrone,
} from '@swath/contract/gear/firmware-rollouts'
import type { Caller } from '@swath/domain/access/caller'
import { countInTurn, maySteer, noDrones, rolloutSteps } from '@swath/domain/firmware-rollout'
import type { Language } from '@swath/i18n/languages'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { regionPath } from '../../../platform/regions/region-path.ts'
import { managesFirmware } from './firmware-deps.ts'
import {
  countReasons,
  countsByTurn,
  findRollout,
  type RolloutDroneRow,
  type RolloutListRow,
} from './firmware-rollouts.queries.ts'

type Reader = { caller: Caller; language: Language }

export const presentRollout = (
  row: RolloutListRow,
  { caller, language }: Reader,
): FirmwareRollout => {
  const may = managesFirmware(caller, row.account_id)
  const canGoBack = row.back_firmware_id !== null
  const can = Object.fromEntries(
    rolloutSteps.map((step) => [step, may && maySteer({ state: row.state, canGoBack }, step)]),
  ) as FirmwareRollout['can']
  return {
    rolloutId: row.id,
    rolloutName: row.name,
    firmwareId: row.firmware_id,
    firmwareType: row.firmware_type,
    firmwareVersion: row.build_version,
    backFirmwareId: row.back_firmware_id,
    backVersion: row.back_version,
    modelName: row.model_name,
    regionPath: row.region_code === null ? [] : regionPath(row.region_code, language),
    fromVersion: row.from_version,
    steps: row.steps,
    step: row.step + 1,
    stepPercent: row.steps[row.step] ?? 100,
    passPercent: row.pass_percent,
    errorPercent: row.error_percent,
    errorLeast: row.error_least,
    soakMin: row.soak_min,
    goesBack: row.goes_back,
    passedAt: row.passed_at?.toISOString() ?? null,
    state: row.state,
    droneNum: row.drone_num,
    installedNum: row.installed_num,
    underwayNum: row.underway_num,
    failedNum: row.failed_num,
    backNum: row.back_num,
    restoredNum: row.restored_num,
    accountId: row.account_id,
    accountName: row.account_name,
    createdByName: row.created_by_name,
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    version: row.version,
    can,
  }
}

/** @throws not_found */
export const readRollout = async (
  from: Db | Tx,
  reader: Reader,
  id: string,
): Promise<FirmwareRolloutDetail> => {
  const row = (await findRollout(from, reader.caller.scope, id)) ?? fail('not_found')
  const counted = await countsByTurn(from, id)
  const reasons = await countReasons(from, id)
  const share = (step: number): number =>
    step < 0 ? 0 : countInTurn({ droneNum: row.drone_num, steps: row.steps, step })
  return {
    ...presentRollout(row, reader),
    turns: row.steps.map((percent, step) => ({
      percent,
      droneNum: share(step) - share(step - 1),
      counts: counted
        .filter(({ turn }) => turn === step + 1)
        .reduce((counts, { state, count }) => ({ ...counts, [state]: count }), noDrones),
    })),
    reasons,
  }
}

export const presentRolloutDrone = (row: RolloutDroneRow): RolloutDrone => ({
  droneId: row.drone_id,
  droneName: row.drone_name,
  modelName: row.model_name,
  turn: row.turn,
  direction: row.direction,
  state: row.state,
  receivedPercent:
    row.state === 'verified' || row.state === 'installed'
      ? 100
      : Math.min(100, Math.floor((row.received_bytes / (row.container_bytes ?? Infinity)) * 100)),
  waitsFor: row.waits_for,
  reason: row.reason,
  wasVersion: row.was_version,
  changedAt: row.changed_at.toISOString(),
})
