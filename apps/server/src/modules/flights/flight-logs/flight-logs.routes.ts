import { createChanges } from '../../../platform/change/change.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { openFileStore } from '../../../platform/files/open-file-store.ts'
import { createReceivingGate } from '../../../platform/files/receiving-gate.ts'
import type { Services } from '../../../platform/services.ts'
import { createLogReader } from './log-reader.ts'
import type { Calls, Deps } from './flight-log-deps.ts'
import {
  downloadFlightLog,
  getFlightLog,
  getFlightLogPilots,
  getFlightLogTracks,
  listFlightLogs,
} from './log-views.ts'
import { appendFlightLog, createFlightLog } from './log-upload.ts'
import {
  acceptFlightLog,
  chooseFlightLog,
  deleteFlightLog,
  readFlightLogAgain,
} from './log-acceptance.ts'

export const flightLogHandlers = (
  services: Services,
  store: FileStore = openFileStore(services.config),
): Calls => {
  const deps: Deps = {
    ...services,
    ...createChanges(services),
    store,
    reader: createLogReader(services),
    throughGate: createReceivingGate({ all: 32, ofOne: 4 }),
  }
  return {
    listFlightLogs: listFlightLogs(deps),
    createFlightLog: createFlightLog(deps),
    appendFlightLog: appendFlightLog(deps),
    getFlightLog: getFlightLog(deps),
    getFlightLogTracks: getFlightLogTracks(deps),
    getFlightLogPilots: getFlightLogPilots(deps),
    chooseFlightLog: chooseFlightLog(deps),
    readFlightLogAgain: readFlightLogAgain(deps),
    acceptFlightLog: acceptFlightLog(deps),
    downloadFlightLog: downloadFlightLog(deps),
    deleteFlightLog: deleteFlightLog(deps),
  }
}
