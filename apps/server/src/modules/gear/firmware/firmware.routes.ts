// Firmware of a maker: keys, builds, verifications and roll-outs.
import { createDeviceCredentials } from '../../../gateway/mqtt/public.ts'
import { createChanges } from '../../../platform/change/change.ts'
import { createThrottle } from '../../../platform/auth/throttle.ts'
import { createSealer } from '../../../platform/config/master-key.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { openFileStore } from '../../../platform/files/open-file-store.ts'
import { createReceivingGate } from '../../../platform/files/receiving-gate.ts'
import type { Services } from '../../../platform/services.ts'
import { fetchDeviceFirmware } from './device-firmware.ts'
import {
  appendFirmwareCheck,
  exportFirmwareChecks,
  getFirmwareCheck,
  listFirmwareChecks,
  verifyFirmware,
} from './firmware-checks.ts'
import { downloadFirmwareKey, generateFirmwareKey, listFirmwareKeys } from './firmware-keys.ts'
import { downloadFirmware, exportFirmware, getFirmware, listFirmware } from './firmware-list.ts'
import type { Calls, Deps } from './firmware-deps.ts'
import {
  createFirmwareRollout,
  exportRolloutDrones,
  getFirmwareRollout,
  listFirmwareRollouts,
  listRolloutDrones,
  previewFirmwareRollout,
  steerFirmwareRollout,
} from './firmware-rollouts.ts'
import { encryptFirmware, signFirmware } from './firmware-signing.ts'
import { appendFirmware, createFirmware, deleteFirmware } from './firmware-uploads.ts'

export const firmwareHandlers = (
  services: Services,
  store: FileStore = openFileStore(services.config),
): Calls => {
  const { db, clock, events, log, config } = services
  const sealer = createSealer(config)
  const credentials = createDeviceCredentials({ db, clock, log, sealer })
  events.on('credentialsChanged', ({ droneId }) => credentials.forget(droneId))
  events.on('secretKeyChanged', ({ vid }) => void credentials.forgetKey(vid))
  const deps: Deps = {
    ...services,
    ...createChanges(services),
    store,
    sealer,
    throttle: createThrottle(db),
    throughGate: createReceivingGate({ all: 16, ofOne: 2 }),
    credentials,
  }
  return {
    listFirmware: listFirmware(deps),
    exportFirmware: exportFirmware(deps),
    getFirmware: getFirmware(deps),
    createFirmware: createFirmware(deps),
    appendFirmware: appendFirmware(deps),
    encryptFirmware: encryptFirmware(deps),
    signFirmware: signFirmware(deps),
    downloadFirmware: downloadFirmware(deps),
    deleteFirmware: deleteFirmware(deps),
    fetchDeviceFirmware: fetchDeviceFirmware(deps),
    listFirmwareKeys: listFirmwareKeys(deps),
    generateFirmwareKey: generateFirmwareKey(deps),
    downloadFirmwareKey: downloadFirmwareKey(deps),
    listFirmwareChecks: listFirmwareChecks(deps),
    exportFirmwareChecks: exportFirmwareChecks(deps),
    verifyFirmware: verifyFirmware(deps),
    appendFirmwareCheck: appendFirmwareCheck(deps),
    getFirmwareCheck: getFirmwareCheck(deps),
    listFirmwareRollouts: listFirmwareRollouts(deps),
    getFirmwareRollout: getFirmwareRollout(deps),
    previewFirmwareRollout: previewFirmwareRollout(deps),
    createFirmwareRollout: createFirmwareRollout(deps),
    steerFirmwareRollout: steerFirmwareRollout(deps),
    listRolloutDrones: listRolloutDrones(deps),
    exportRolloutDrones: exportRolloutDrones(deps),
  }
}
