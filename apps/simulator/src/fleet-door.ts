// A drone's connection, with messages that report it online.
import { Door } from './door.ts'
import type { FleetDrone } from './fleet.ts'
import type { FirmwareKeeper } from './firmware-keeper.ts'
import type { ZoneKeeper } from './zone-keeper.ts'

/** The firmware of drones for which the fleet file names none. */
export const FACTORY_FIRMWARE = '3.2.1'

export const encodePayload = (message: object | string): Buffer =>
  Buffer.from(typeof message === 'string' ? message : JSON.stringify(message))

export function openDoor(
  drone: FleetDrone,
  { mqttUrl }: { readonly mqttUrl: string },
  counts: { acknowledged: number; refused: number },
  nextBoot: () => string,
  hears: {
    onCommand?: (payload: Buffer) => void
    firmware?: FirmwareKeeper
    onOffer?: (payload: Buffer) => void
    zones?: ZoneKeeper
    onZones?: (payload: Buffer) => void
  } = {},
): Door {
  const { zones, firmware, ...listeners } = hears
  const door = new Door({
    url: mqttUrl,
    droneId: drone.droneId,
    secret: drone.secret,
    onAcknowledged: () => {
      counts.acknowledged++
    },
    ...listeners,
    onState: (state) => {
      if (state === 'refused') counts.refused++
      if (state === 'connected') zones?.connected()
      if (state === 'connected')
        void door.publish(
          'state',
          encodePayload({
            v: 1,
            t: Date.now(),
            online: true,
            firmware: firmware?.version ?? FACTORY_FIRMWARE,
            boot: nextBoot(),
            ...(drone.parts ? { parts: drone.parts } : {}),
          }),
        )
    },
  })
  return door
}
