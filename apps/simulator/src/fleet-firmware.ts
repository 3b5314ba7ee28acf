// Connects a drone's firmware to the server: downloads with the drone's id and secret, and saves
// the version when it changes.
import { encodePayload, FACTORY_FIRMWARE } from './fleet-door.ts'
import { FirmwareKeeper } from './firmware-keeper.ts'
import type { FleetDrone } from './fleet.ts'

type Options = {
  readonly drone: FleetDrone
  /** The version from the last run of the program. */
  readonly kept: string | undefined
  readonly httpUrl: string | null
  readonly publish: (topic: string, payload: Buffer) => void
  readonly save: () => void
}

const fetchFirmware = async (
  httpUrl: string | null,
  { droneId, secret }: FleetDrone,
  path: string,
  offset: number,
): Promise<Uint8Array> => {
  const answer = await fetch(`${httpUrl ?? ''}${path}?offset=${offset}`, {
    headers: { authorization: `Basic ${Buffer.from(`${droneId}:${secret}`).toString('base64')}` },
    signal: AbortSignal.timeout(60_000),
  })
  if (!answer.ok) throw new Error(`The server answers ${answer.status}`)
  return new Uint8Array(await answer.arrayBuffer())
}

export const openFirmware = ({ drone, kept, httpUrl, publish, save }: Options): FirmwareKeeper =>
  new FirmwareKeeper({
    droneId: drone.droneId,
    version: kept ?? drone.firmware ?? FACTORY_FIRMWARE,
    say: (word) => publish('firmware', encodePayload({ v: 1, ...word })),
    fetch: (path, offset) => fetchFirmware(httpUrl, drone, path, offset),
    nowMs: () => Date.now(),
    onInstalled: (version) => {
      save()
      publish('state', encodePayload({ v: 1, online: true, firmware: version, boot: 'updated' }))
    },
  })
