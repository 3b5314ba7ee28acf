// Serves a drone the firmware it was offered, resumable after an interruption.
import { Readable } from 'node:stream'
import { fail } from '../../../platform/errors/fail.ts'
import { readContainer, toContainer } from './firmware-presenters.ts'
import type { Calls, Deps } from './firmware-deps.ts'
import { findOffered } from './firmware.queries.ts'

export const fetchDeviceFirmware =
  ({ db, store, throttle, credentials }: Deps): Calls['fetchDeviceFirmware'] =>
  async ({ params, query }, { device, ip, setHeader }) => {
    if (!device) return fail('device_refused')
    const admission = await throttle.admitDevice(ip)
    if (!admission.admitted)
      return fail('too_many_requests', { retryAfterS: admission.retryAfterS })
    if (!(await credentials.check(device.name, Buffer.from(device.password))))
      return fail('device_refused')
    await admission.undo()
    await credentials.writeUses()
    const build = (await findOffered(db, device.name, params.offerId)) ?? fail('not_found')
    const container = toContainer(build)
    if (!container || !build.signature) return fail('not_found')
    const left = Math.max(0, build.container_bytes! - query.offset)
    setHeader('content-length', String(left))
    setHeader('cache-control', 'private, no-store')
    return Readable.from(readContainer(store, container, build.signature, query.offset), {
      objectMode: false,
    })
  }
