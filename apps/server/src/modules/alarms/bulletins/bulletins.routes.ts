import { createThrottle } from '../../../platform/auth/throttle.ts'
import { createChanges } from '../../../platform/change/change.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { openFileStore } from '../../../platform/files/open-file-store.ts'
import { createReceivingGate } from '../../../platform/files/receiving-gate.ts'
import type { Services } from '../../../platform/services.ts'
import { addBulletin, deleteBulletin, recallBulletin, updateBulletin } from './bulletin-changes.ts'
import { downloadBulletinFile, uploadBulletinFile } from './bulletin-files.ts'
import type { Calls, Needs } from './bulletin-needs.ts'
import {
  countUnreadBulletins,
  getBulletin,
  listBulletins,
  listUnreadBulletins,
  markBulletinsRead,
} from './bulletin-reading.ts'
import { countBulletinRecipients, getBulletinReceipts } from './bulletin-receipts.ts'

export const bulletinHandlers = (
  services: Services,
  store: FileStore = openFileStore(services.config),
): Calls => {
  const needs: Needs = {
    ...services,
    ...createChanges(services),
    store,
    throttle: createThrottle(services.db),
    throughGate: createReceivingGate({ all: 8, ofOne: 2 }),
  }
  return {
    listBulletins: listBulletins(needs),
    listUnreadBulletins: listUnreadBulletins(needs),
    getBulletin: getBulletin(needs),
    countUnreadBulletins: countUnreadBulletins(needs),
    markBulletinsRead: markBulletinsRead(needs),
    addBulletin: addBulletin(needs),
    updateBulletin: updateBulletin(needs),
    recallBulletin: recallBulletin(needs),
    deleteBulletin: deleteBulletin(needs),
    countBulletinRecipients: countBulletinRecipients(needs),
    getBulletinReceipts: getBulletinReceipts(needs),
    uploadBulletinFile: uploadBulletinFile(needs),
    downloadBulletinFile: downloadBulletinFile(needs),
  }
}
