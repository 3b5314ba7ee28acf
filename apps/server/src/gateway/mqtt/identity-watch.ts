import type { Decoded } from '../protocols/public.ts'

/**
 * Points this young say which run of the device's program is running now; a rebooted device sends
 * older ones later.
 */
const freshMs = 30_000

/** Whether a drone's messages are of one device: two of the same id turn from run to run and back. */
export const createIdentityWatch = () => {
  const boots = new Map<string, { now: string; before: string | null }>()
  return (droneId: string, decoded: Decoded, receivedAtMs: number): boolean => {
    if (decoded.type !== 'track' || decoded.boot === null) return true
    const last = decoded.points.at(-1)
    if (!last || Math.abs(receivedAtMs - last.tMs) > freshMs) return true
    const known = boots.get(droneId)
    if (known?.now === decoded.boot) return true
    boots.set(droneId, { now: decoded.boot, before: known?.now ?? null })
    return known?.before !== decoded.boot
  }
}
