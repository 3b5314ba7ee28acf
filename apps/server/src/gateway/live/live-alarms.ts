// Sends alarms over the live socket to every user who may see the drone, in their language.
import type { Logger } from 'pino'
import type { Anomaly } from '@swath/contract/alarms/anomalies'
import type { Caller } from '@swath/domain/access/caller'
import type { Language } from '@swath/i18n/languages'
import type { EventBus } from '../../platform/events/events.ts'
import type { LiveState } from './live-state.ts'
import { send, type LiveClient } from './live-client.ts'

export type LiveAlarmOptions = {
  liveState: LiveState
  events: EventBus
  log: Logger
  /** An alarm as the caller sees it; null where it does not exist for them. */
  anomalyFor: (
    caller: Caller,
    language: Language,
    droneId: string,
    anomalyId: string,
  ) => Promise<Anomaly | null>
}

/**
 * Notifies consoles whose people may see an alarm that it has changed, and an alarm's new handler.
 * They request the details.
 */
export const tellAlarmChanges = (
  { liveState: live, events }: Pick<LiveAlarmOptions, 'liveState' | 'events'>,
  clients: ReadonlySet<LiveClient>,
): (() => void) =>
  events.on('alarmChanged', ({ droneId, anomalyId, byUserId, assigneeId }) => {
    const drone = live.get(droneId)
    for (const client of clients) {
      const { caller } = client
      if (!caller) continue
      if (caller.scope.kind === 'accounts' && drone && !live.matcher(caller.scope, {})(drone))
        continue
      const isTheirs = caller.userId === assigneeId && byUserId !== assigneeId
      send(client, { type: 'alarmsChanged', assignedId: isTheirs ? anomalyId : null })
    }
  })

/** Returns a function that stops it. */
export const tellAlarms = (
  { liveState: live, events, log, anomalyFor }: LiveAlarmOptions,
  clients: ReadonlySet<LiveClient>,
): (() => void) => {
  /** Alarms are sent one after the other; a user's clients in one language share the same text. */
  let alarms: Promise<void> = Promise.resolve()
  const alarm = async (droneId: string, anomalyId: string): Promise<void> => {
    const drone = live.get(droneId)
    const audience = Map.groupBy(
      [...clients].filter(
        ({ caller }) =>
          caller &&
          (caller.scope.kind !== 'accounts' || (drone && live.matcher(caller.scope, {})(drone))),
      ),
      ({ caller, language }) => `${caller!.userId} ${language}`,
    )
    for (const [one, ...others] of audience.values()) {
      const anomaly = await anomalyFor(one!.caller!, one!.language, droneId, anomalyId)
      if (anomaly)
        for (const client of [one!, ...others])
          if (client.caller) send(client, { type: 'anomaly', anomaly })
    }
  }

  return events.on('anomaly', ({ droneId, anomalyId, live: isLive }) => {
    if (!isLive) return
    alarms = alarms
      .then(() => alarm(droneId, anomalyId))
      .catch((error: unknown) =>
        log.warn({ droneId, anomalyId, error: String(error) }, 'An alarm could not be pushed'),
      )
  })
}
