import { createThrottle } from '../../../platform/auth/throttle.ts'
import { createChanges } from '../../../platform/change/change.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { openFileStore } from '../../../platform/files/open-file-store.ts'
import { createReceivingGate } from '../../../platform/files/receiving-gate.ts'
import type { Services } from '../../../platform/services.ts'
import { addBulletin, deleteBulletin, recallBulletin, updateBulletin } from './bulletin-changes.ts'
import { downloadBulletinFile, uploadBulletinFile } from './bulletin-files.ts'
import type { Calls, Deps } from './bulletin-deps.ts'
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
  const deps: Deps = {
    ...services,
    ...createChanges(services),
    store,
    throttle: createThrottle(services.db),
    throughGate: createReceivingGate({ all: 8, ofOne: 2 }),
  }
  return {
    listBulletins: listBulletins(deps),
    listUnreadBulletins: listUnreadBulletins(deps),
    getBulletin: getBulletin(deps),
    countUnreadBulletins: countUnreadBulletins(deps),
    markBulletinsRead: markBulletinsRead(deps),
    addBulletin: addBulletin(deps),
    updateBulletin: updateBulletin(deps),
    recallBulletin: recallBulletin(deps),
    deleteBulletin: deleteBulletin(deps),
    countBulletinRecipients: countBulletinRecipients(deps),
    getBulletinReceipts: getBulletinReceipts(deps),
    uploadBulletinFile: uploadBulletinFile(deps),
    downloadBulletinFile: downloadBulletinFile(deps),
  }
}
