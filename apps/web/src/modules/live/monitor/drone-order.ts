import type { RecentAlarm } from '@swath/contract/alarms/anomalies'
import type { Drone } from './drone-rows.tsx'

type Alarm = Pick<RecentAlarm, 'droneId' | 'level'>

/** The gravest of the unresolved alarms of each drone; of several, the newest, which is first. */
export const findGravest = <A extends Alarm>(alarms: readonly A[]): ReadonlyMap<string, A> => {
  const gravest = new Map<string, A>()
  for (const alarm of alarms) {
    const before = gravest.get(alarm.droneId)
    if (!before || alarm.level < before.level) gravest.set(alarm.droneId, alarm)
  }
  return gravest
}

const flightOrder: readonly Drone['flight'][] = ['spraying', 'flying', 'ground', 'offline']

type Listed = {
  readonly droneId: string
  readonly droneName: string
  readonly flight: Drone['flight']
}

/** Drones with alarms first, by level; then spraying, flying and on the ground; each by name. */
export const orderDrones = <D extends Listed>(
  drones: readonly D[],
  alarms: ReadonlyMap<string, Alarm>,
): readonly D[] => {
  const names = new Intl.Collator(undefined, { numeric: true })
  const rank = ({ droneId, flight }: D): number =>
    (alarms.get(droneId)?.level ?? 4) * 10 + flightOrder.indexOf(flight)
  return drones.toSorted((a, b) => rank(a) - rank(b) || names.compare(a.droneName, b.droneName))
}
