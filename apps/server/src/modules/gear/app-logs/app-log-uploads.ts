// Uploads of app logs: by people in the console, or by the app in the field.
import { createHash, randomBytes } from 'node:crypto'
import type { AppLog } from '@swath/contract/gear/app-logs'
import { toAuthor } from '../../../platform/change/change.ts'
import { tx, type Tx } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import { fail } from '../../../platform/errors/fail.ts'
import {
  sumStoredBytes,
  findDroneFor,
  findOwnDrone,
  insertLog,
  markStored,
} from './app-logs.queries.ts'
import { detectKind, safeFileName } from './log-content.ts'
import type { Calls, Deps } from './app-log-deps.ts'

/** Limit per account: logs of a season, within the capacity of a disk. */
const bytesOfAccount = 5 * 1024 ** 3

type Parties = NonNullable<Awaited<ReturnType<typeof findOwnDrone>>>
type About = { fileName: string; appVersion: string; platform: AppLog['platform']; note: string }
type Sender = {
  accountId: string
  regionCode: string
  drone: Parties | null
  userId: string | null
  name: string
}

/** The row is written before the bytes, so that an interrupted upload can be found and removed. */
const keep = async (
  { store, db, clock, log }: Pick<Deps, 'store' | 'db' | 'clock' | 'log'>,
  content: Uint8Array,
  about: About,
  sender: Sender,
  done: (trx: Tx, log: { id: string; name: string }) => Promise<void>,
) => {
  if (content.length === 0) return fail('file_empty')
  if ((await sumStoredBytes(db, sender.accountId)) + content.length > bytesOfAccount)
    return fail('logs_full')
  const kind = detectKind(content)
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

export const uploadAppLog =
  ({ store, db, clock, log, note, throttle, throughGate }: Deps): Calls['uploadAppLog'] =>
  async ({ query, file }, context) => {
    const { caller } = context
    const drone =
      query.droneId === undefined
        ? null
        : ((await findDroneFor(db, caller.scope, query.droneId)) ?? fail('not_found'))
    const retryAfterS = await throttle.admitLog({ accountId: caller.accountId })
    if (retryAfterS !== null) return fail('too_many_requests', { retryAfterS })
    return throughGate(caller.accountId, async () =>
      keep(
        { store, db, clock, log },
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
          note(trx, toAuthor(context), {
            action: 'app-log.upload',
            object: { type: 'app-log', id, name },
            details: drone ? { droneId: drone.id } : {},
          }),
      ),
    )
  }

export const uploadDeviceLog =
  ({ store, db, clock, log, throttle, throughGate, credentials }: Deps): Calls['uploadDeviceLog'] =>
  async ({ query, file }, { device, ip }) => {
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
        { store, db, clock, log },
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
  }
