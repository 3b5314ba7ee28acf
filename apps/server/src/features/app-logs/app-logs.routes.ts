import { createHash, randomBytes } from 'node:crypto'
import { appLogList, type AppLog, type appLogRoutes } from '@swath/contract/app-logs'
import type { Caller } from '@swath/domain/access/caller'
import { canManageEquipment } from '@swath/domain/access/drone-abilities'
import { createDeviceCredentials } from '../../gateway/mqtt/public.ts'
import { authorOf, createChanges, nothing } from '../../platform/change/change.ts'
import { createThrottle } from '../../platform/auth/throttle.ts'
import { createSealer } from '../../platform/config/master-key.ts'
import { tx, type Tx } from '../../platform/database/database.ts'
import { uuidv7 } from '../../platform/database/uuid.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { openFileStore } from '../../platform/files/open-file-store.ts'
import { createReceivingGate } from '../../platform/files/receiving-gate.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { fail } from '../../platform/http/fail.ts'
import { enqueueJob } from '../../platform/jobs/enqueue-job.ts'
import { listFile } from '../../platform/listing/list-file.ts'
import type { Services } from '../../platform/services.ts'
import { removalOfAppLogs } from './app-log-cleanup.ts'
import {
  bytesOf,
  findDroneFor,
  findLog,
  findOwnDrone,
  insertLog,
  keepFor,
  keptDaysOf,
  logRows,
  logSums,
  markStored,
  removeLogs,
  type LogRow,
} from './app-logs.queries.ts'
import { kindOf, previewOf, safeFileName } from './log-content.ts'

/** Of one account in the store: logs of a season, and no more than a disk can bear. */
const bytesOfAccount = 5 * 1024 ** 3
const dayMs = 86_400_000

/** Whose log it is. The maker of the drone reads it and says how long it is kept. */
const mayDelete = (row: LogRow, caller: Caller): boolean =>
  canManageEquipment(caller) &&
  (caller.scope.kind !== 'accounts' || caller.scope.accountIds.includes(row.account_id))

/** Governments have drones, and no logs of those who fly them. */
const refuseGovernments = ({ scope }: Caller): void => {
  if (scope.kind === 'region') fail('forbidden')
}

const present = (row: LogRow, caller: Caller): AppLog => ({
  logId: row.id,
  fileName: row.file_name,
  kind: row.kind,
  bytes: row.bytes,
  sha256: row.sha256.toString('hex'),
  droneId: row.drone_id,
  droneName: row.drone_name,
  accountName: row.account_name,
  appVersion: row.app_version,
  platform: row.platform,
  note: row.note,
  byDevice: row.uploaded_by === null,
  uploaderName: row.uploader_name,
  uploadedAt: row.uploaded_at.toISOString(),
  can: { delete: mayDelete(row, caller) },
})

type Parties = NonNullable<Awaited<ReturnType<typeof findOwnDrone>>>
type About = { fileName: string; appVersion: string; platform: AppLog['platform']; note: string }
type Sender = {
  accountId: string
  regionCode: string
  drone: Parties | null
  userId: string | null
  name: string
}

export const appLogHandlers = (
  services: Services,
  store: FileStore = openFileStore(services.config),
): Handlers<typeof appLogRoutes> => {
  const { db, readDb, clock, events, log, config } = services
  const { record, note } = createChanges(services)
  const throttle = createThrottle(db)
  const throughGate = createReceivingGate({ all: 8, ofOne: 2 })
  const credentials = createDeviceCredentials({ db, clock, log, sealer: createSealer(config) })
  events.on('credentialsChanged', ({ droneId }) => credentials.forget(droneId))
  events.on('secretKeyChanged', ({ vid }) => void credentials.forgetKey(vid))

  /** The row before the bytes: whatever ends halfway is found and cleared away. */
  const keep = async (
    content: Uint8Array,
    about: About,
    sender: Sender,
    done: (trx: Tx, log: { id: string; name: string }) => Promise<void>,
  ) => {
    if (content.length === 0) return fail('file_empty')
    if ((await bytesOf(db, sender.accountId)) + content.length > bytesOfAccount)
      return fail('logs_full')
    const kind = kindOf(content)
    const name = safeFileName(about.fileName, kind)
    const id = uuidv7(clock.now())
    const key = randomBytes(32).toString('base64url')
    await insertLog(db, {
      id,
      key,
      file_name: name,
      kind,
      bytes: content.length,
      sha256: createHash('sha256').update(content).digest(),
      account_id: sender.accountId,
      drone_id: sender.drone?.id ?? null,
      manufacturer_id: sender.drone?.manufacturer_id ?? null,
      operator_id: sender.drone?.operator_id ?? null,
      tenant_id: sender.drone?.tenant_id ?? null,
      region_code: sender.drone?.region_code ?? sender.regionCode,
      app_version: about.appVersion || null,
      platform: about.platform,
      note: about.note,
      uploaded_by: sender.userId,
      uploader_name: sender.name,
      uploaded_at: new Date(clock.now()),
    })
    await store.put(key, content, 'application/octet-stream').catch((error: unknown) => {
      log.error({ err: error }, 'an app log could not be stored')
      return fail('unavailable')
    })
    await tx(db, async (trx) => {
      await markStored(trx, id)
      await done(trx, { id, name })
    })
    return { logId: id, kind, bytes: content.length }
  }

  const content = async (row: LogRow): Promise<Uint8Array> => {
    const bytes = await store.get(row.key)
    if (bytes) return bytes
    log.error({ logId: row.id }, 'an app log that the database names is not in the store')
    return fail('not_found')
  }
  /**
   * Nobody sees them any more. A moment later, when nobody who wanted to delete the same one holds
   * its row.
   */
  const clearSoon = (trx: Tx, traceId: string): Promise<void> =>
    enqueueJob(
      trx,
      removalOfAppLogs,
      {},
      { key: removalOfAppLogs.name, runAt: new Date(clock.now() + 2_000), traceId },
    )

  return {
    listAppLogs: async ({ query }, { caller }) => {
      refuseGovernments(caller)
      const page = {
        currentPage: query.pageIndex ?? query.currentPage,
        pageSize: query.size ?? query.pageSize,
      }
      const [rows, sums, days] = await Promise.all([
        logRows.page(readDb, caller.scope, query, page),
        logSums(readDb, caller.scope, query),
        keptDaysOf(db, caller.accountId),
      ])
      const may = canManageEquipment(caller)
      return {
        items: rows.map((row) => present(row, caller)),
        total: sums.total,
        ...page,
        stats: { total: sums.total, bytes: sums.bytes, droneNum: sums.drones },
        kept: { days },
        can: { delete: may, keep: may },
      }
    },

    exportAppLogs: async ({ query }, context) => {
      refuseGovernments(context.caller)
      return listFile(appLogList, query, context, {
        rows: logRows.each(readDb, context.caller.scope, query),
        present: (row) => present(row, context.caller),
        cells: {},
      })
    },

    getAppLog: async ({ params }, { caller }) => {
      refuseGovernments(caller)
      return present(
        (await findLog(readDb, caller.scope, params.logId)) ?? fail('not_found'),
        caller,
      )
    },

    previewAppLog: async ({ params }, { caller }) => {
      refuseGovernments(caller)
      const row = (await findLog(db, caller.scope, params.logId)) ?? fail('not_found')
      return row.kind === 'text' || row.kind === 'gzip'
        ? previewOf(await content(row))
        : { lines: [], isWhole: false, encoding: null }
    },

    downloadAppLog: async ({ params }, { caller, setHeader }) => {
      refuseGovernments(caller)
      const row = (await findLog(db, caller.scope, params.logId)) ?? fail('not_found')
      const bytes = await content(row)
      // Whatever it is: bytes to be saved, which no browser opens or runs by itself.
      setHeader('content-type', 'application/octet-stream')
      setHeader(
        'content-disposition',
        `attachment; filename="app-log"; filename*=UTF-8''${encodeURIComponent(row.file_name).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)}`,
      )
      setHeader('content-security-policy', "sandbox; default-src 'none'")
      setHeader('cache-control', 'private, no-store')
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    },

    uploadAppLog: async ({ query, file }, context) => {
      const { caller } = context
      const drone =
        query.droneId === undefined
          ? null
          : ((await findDroneFor(db, caller.scope, query.droneId)) ?? fail('not_found'))
      const retryAfterS = await throttle.admitLog({ accountId: caller.accountId })
      if (retryAfterS !== null) return fail('too_many_requests', { retryAfterS })
      return throughGate(caller.accountId, async () =>
        keep(
          await file(),
          query,
          {
            accountId: caller.accountId,
            regionCode: caller.regionCode,
            drone,
            userId: caller.userId,
            name: caller.userName,
          },
          (trx, { id, name }) =>
            note(trx, authorOf(context), {
              action: 'app-log.upload',
              object: { type: 'app-log', id, name },
              details: drone ? { droneId: drone.id } : {},
            }),
        ),
      )
    },

    uploadDeviceLog: async ({ query, file }, { device, ip }) => {
      if (!device) return fail('device_refused')
      const admission = await throttle.admitDevice(ip)
      if (!admission.admitted)
        return fail('too_many_requests', { retryAfterS: admission.retryAfterS })
      const drone = (await credentials.check(device.name, Buffer.from(device.password)))
        ? await findOwnDrone(db, device.name)
        : undefined
      if (!drone) return fail('device_refused')
      await admission.undo()
      await credentials.writeUses()
      const retryAfterS = await throttle.admitLog({ droneId: drone.id })
      if (retryAfterS !== null) return fail('too_many_requests', { retryAfterS })
      return throughGate(drone.id, async () =>
        keep(
          await file(),
          query,
          {
            accountId: drone.operator_id ?? drone.manufacturer_id,
            regionCode: drone.region_code,
            drone,
            userId: null,
            name: drone.id,
          },
          () => Promise.resolve(),
        ),
      )
    },

    deleteAppLog: async ({ params }, context) => {
      const { caller } = context
      refuseGovernments(caller)
      const found = (await findLog(db, caller.scope, params.logId)) ?? fail('not_found')
      if (!mayDelete(found, caller)) fail('forbidden')
      return record(context, async (trx, now) => ({
        action: 'app-log.delete',
        object: { type: 'app-log', id: found.id, name: found.file_name },
        details: {
          droneId: found.drone_id,
          bytes: found.bytes,
          uploadedAt: found.uploaded_at.toISOString(),
        },
        write: async () => {
          const [gone] = await removeLogs(trx, caller.scope, { id: found.id }, now)
          if (!gone) fail('not_found')
          await clearSoon(trx, context.traceId)
        },
        answer: nothing,
      }))
    },

    deleteOldAppLogs: async ({ body }, context) => {
      const { caller } = context
      if (!canManageEquipment(caller)) fail('forbidden')
      return record(context, async (trx, now) => {
        const before = new Date(Math.min(Date.parse(body.before), now.getTime()))
        const gone = await removeLogs(trx, caller.scope, { before }, now)
        const sums = { deleted: gone.length, bytes: gone.reduce((sum, one) => sum + one.bytes, 0) }
        return {
          action: 'app-log.delete-old',
          object: { type: 'app-log', id: before.toISOString(), name: String(gone.length) },
          changes: gone.length > 0,
          details: {
            olderThan: before.toISOString(),
            days: Math.floor((now.getTime() - before.getTime()) / dayMs),
            count: gone.length,
            bytes: sums.bytes,
          },
          write: () => clearSoon(trx, context.traceId),
          answer: () => Promise.resolve(sums),
        }
      })
    },

    keepAppLogs: async ({ body }, context) => {
      const { caller } = context
      if (!canManageEquipment(caller)) fail('forbidden')
      return record(context, async (trx) => ({
        action: 'app-log.keep',
        object: { type: 'account', id: caller.accountId, name: caller.accountName },
        before: { days: await keptDaysOf(trx, caller.accountId) },
        after: { days: body.days },
        write: () => keepFor(trx, caller.accountId, body.days),
        answer: () => Promise.resolve(body),
      }))
    },
  }
}
