// Authenticates a device over HTTP: HTTP Basic with the id and the secret of its MQTT connection.
import { createThrottle } from '../../platform/auth/throttle.ts'
import { createSealer } from '../../platform/config/master-key.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { fail } from '../../platform/errors/fail.ts'
import type { Services } from '../../platform/services.ts'
import { createDeviceCredentials } from './device-credentials.ts'

/**
 * Returns the id of the authenticated drone.
 * @throws device_refused, too_many_requests
 */
export type DeviceCaller = (context: Pick<RequestContext, 'device' | 'ip'>) => Promise<string>

export const createDeviceCaller = (services: Services): DeviceCaller => {
  const { db, clock, events, log, config } = services
  const credentials = createDeviceCredentials({ db, clock, log, sealer: createSealer(config) })
  const throttle = createThrottle(db)
  events.on('credentialsChanged', ({ droneId }) => credentials.forget(droneId))
  events.on('secretKeyChanged', ({ vid }) => void credentials.forgetKey(vid))
  return async ({ device, ip }) => {
    if (!device) return fail('device_refused')
    const admission = await throttle.admitDevice(ip)
    if (!admission.admitted)
      return fail('too_many_requests', { retryAfterS: admission.retryAfterS })
    if (!(await credentials.check(device.name, Buffer.from(device.password))))
      return fail('device_refused')
    await admission.undo()
    await credentials.writeUses()
    return device.name
  }
}
