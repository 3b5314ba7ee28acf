import { firmwareCheckList } from '@swath/contract/gear/firmware-checks'
import { firmwareList } from '@swath/contract/gear/firmware'
import { firmwareRolloutList, rolloutDroneList } from '@swath/contract/gear/firmware-rollouts'
import type { FirmwareCheckState, FirmwareState } from '@swath/domain/firmware-container'
import type { RolloutDroneState, RolloutState } from '@swath/domain/firmware-rollout'
import type { Tone } from '../../../ui/state-tags.tsx'

export const firmwarePath = '/business_manage/firmware-list'
export const rolloutPath = `${firmwarePath}/rollouts`
export const rolloutDronePath = (rolloutId: string): string => `${rolloutPath}/${rolloutId}/drones`
export const verifyPath = `${firmwarePath}/verify`
export const keyPath = `${firmwarePath}/keys`

export const typeLabels = firmwareList.columns.firmwareType.labels
export const stateLabels = firmwareList.columns.state.labels
export const checkLabels = firmwareCheckList.columns.state.labels
export const refusalLabels = firmwareCheckList.columns.reason.labels
export const rolloutLabels = firmwareRolloutList.columns.state.labels
export const droneLabels = rolloutDroneList.columns.state.labels

type Tones<State extends string> = Readonly<Record<State, Tone | undefined>>
export const stateTones: Tones<FirmwareState> = {
  uploading: undefined,
  uploaded: 'waiting',
  encrypting: undefined,
  encrypted: 'waiting',
  signed: 'good',
}
export const checkTones: Tones<FirmwareCheckState> = {
  uploading: undefined,
  checking: undefined,
  passed: 'good',
  refused: 'bad',
}
export const rolloutTones: Tones<RolloutState> = {
  running: 'good',
  paused: 'waiting',
  stopped: 'bad',
  rolling_back: 'waiting',
  rolled_back: 'bad',
  finished: undefined,
  cancelled: undefined,
}
export const droneTones: Tones<RolloutDroneState> = {
  waiting: undefined,
  offered: 'waiting',
  downloading: 'waiting',
  verified: 'waiting',
  installed: 'good',
  failed: 'bad',
  withdrawn: undefined,
}
