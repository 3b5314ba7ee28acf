import { createChanges } from '../../../platform/change/change.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { openFileStore } from '../../../platform/files/open-file-store.ts'
import { createReceivingGate } from '../../../platform/files/receiving-gate.ts'
import type { Services } from '../../../platform/services.ts'
import { createLogReader } from './log-reader.ts'
import type { Calls, Needs } from './flight-log-needs.ts'
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
  const needs: Needs = {
    ...services,
    ...createChanges(services),
    store,
    reader: createLogReader(services),
    throughGate: createReceivingGate({ all: 32, ofOne: 4 }),
  }
  return {
    listFlightLogs: listFlightLogs(needs),
    createFlightLog: createFlightLog(needs),
    appendFlightLog: appendFlightLog(needs),
    getFlightLog: getFlightLog(needs),
    getFlightLogTracks: getFlightLogTracks(needs),
    getFlightLogPilots: getFlightLogPilots(needs),
    chooseFlightLog: chooseFlightLog(needs),
    readFlightLogAgain: readFlightLogAgain(needs),
    acceptFlightLog: acceptFlightLog(needs),
    downloadFlightLog: downloadFlightLog(needs),
    deleteFlightLog: deleteFlightLog(needs),
  }
}
