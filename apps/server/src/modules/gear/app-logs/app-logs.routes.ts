import { createDeviceCredentials } from '../../../gateway/mqtt/public.ts'
import { createChanges } from '../../../platform/change/change.ts'
import { createThrottle } from '../../../platform/auth/throttle.ts'
import { createSealer } from '../../../platform/config/master-key.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { openFileStore } from '../../../platform/files/open-file-store.ts'
import { createReceivingGate } from '../../../platform/files/receiving-gate.ts'
import type { Services } from '../../../platform/services.ts'
import type { Calls, Deps } from './app-log-deps.ts'
import {
  downloadAppLog,
  exportAppLogs,
  getAppLog,
  listAppLogs,
  previewAppLog,
} from './app-log-reading.ts'
import { uploadAppLog, uploadDeviceLog } from './app-log-uploads.ts'
import { deleteAppLog, deleteOldAppLogs, keepAppLogs } from './app-log-removal.ts'

export const appLogHandlers = (
  services: Services,
  store: FileStore = openFileStore(services.config),
): Calls => {
  const { db, clock, events, log, config } = services
  const credentials = createDeviceCredentials({ db, clock, log, sealer: createSealer(config) })
  events.on('credentialsChanged', ({ droneId }) => credentials.forget(droneId))
  events.on('secretKeyChanged', ({ vid }) => void credentials.forgetKey(vid))
  const deps: Deps = {
    ...services,
    ...createChanges(services),
    store,
    throttle: createThrottle(db),
    throughGate: createReceivingGate({ all: 8, ofOne: 2 }),
    credentials,
  }
  return {
    listAppLogs: listAppLogs(deps),
    exportAppLogs: exportAppLogs(deps),
    getAppLog: getAppLog(deps),
    previewAppLog: previewAppLog(deps),
    downloadAppLog: downloadAppLog(deps),
    uploadAppLog: uploadAppLog(deps),
    uploadDeviceLog: uploadDeviceLog(deps),
    deleteAppLog: deleteAppLog(deps),
    deleteOldAppLogs: deleteOldAppLogs(deps),
    keepAppLogs: keepAppLogs(deps),
  }
}
