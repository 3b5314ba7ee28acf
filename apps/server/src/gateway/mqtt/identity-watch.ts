import type { Decoded } from '../protocols/public.ts'

/**
 * Points this recent show which boot of the device is current; older points may be sent later by a
 * previous one.
 */
const freshMs = 30_000

/** Detects two devices with the same id: their messages switch between two runs and back. */
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
