// Live positions and events between processes, over NATS: several times a second one batch of the
// drones heard here, to all others. Nothing is stored; a process that missed something finds it in
// the database.
import type { Logger } from 'pino'
import type { Events, EventBus } from '../../platform/events/events.ts'
import { decodeLiveBatch, encodeLiveBatch } from './live-batch.ts'
import type { LiveState } from './live-state.ts'
import type { Nats } from '../../platform/nats/nats.ts'

const liveSubject = 'swath.live'
const eventSubject = 'swath.event'
const batchMs = 250
/** At most 300 kB, with 24 cells each: below a server's limit for one message. */
const dronesABatch = 1_500

const replicatedEvents = [
  'anomaly',
  'alarmChanged',
  'zonesChanged',
  'bulletinSent',
  'dronesChanged',
  'accessChanged',
  'credentialsChanged',
  'commandWaiting',
  'commandChanged',
  'secretKeyChanged',
  'mountsChanged',
  'hostsChanged',
] as const satisfies (keyof Events)[]
type ReplicatedEvent = (typeof replicatedEvents)[number]

export const replicateOverNats = ({
  nats,
  live,
  events,
  log,
}: {
  nats: Nats
  live: LiveState
  events: EventBus
  log: Logger
}): { stop(): Promise<void> } => {
  const { connection } = nats
  /** True while an event of another process is emitted here, so that it is not sent back. */
  let repeating = false

  const stopListening = replicatedEvents.map((name) =>
    events.on(name, (event) => {
      if (!repeating && nats.isConnected())
        connection.publish(eventSubject, JSON.stringify({ name, event }))
    }),
  )
  const repeat = <K extends ReplicatedEvent>(name: K, event: Events[K]): void => {
    repeating = true
    try {
      events.emit(name, event)
    } finally {
      repeating = false
    }
  }

  const subscriptions = [
    connection.subscribe(liveSubject, {
      callback: (error, message) => {
        if (error)
          return log.warn(
            { error: error.message },
            'Live positions of other processes cannot be read',
          )
        live.apply(decodeLiveBatch(Buffer.from(message.data)))
      },
    }),
    connection.subscribe(eventSubject, {
      callback: (error, message) => {
        if (error)
          return log.warn({ error: error.message }, 'Events of other processes cannot be read')
        const { name, event } = message.json<{ name: ReplicatedEvent; event: never }>()
        if (replicatedEvents.includes(name)) repeat(name, event)
      },
    }),
  ]

  let wasConnected = true
  const timer = setInterval(() => {
    const isConnected = nats.isConnected()
    if (isConnected && !wasConnected) {
      // Updates received from others meanwhile are not sent again.
      live
        .load()
        .catch((error: unknown) =>
          log.warn({ error: String(error) }, 'Drones could not be read again'),
        )
      repeat('zonesChanged', {})
    }
    wasConnected = isConnected
    if (!isConnected) return
    const heard = live.takeHeard()
    for (let from = 0; from < heard.length; from += dronesABatch)
      connection.publish(liveSubject, encodeLiveBatch(heard.slice(from, from + dronesABatch)))
  }, batchMs).unref()

  return {
    stop: async () => {
      clearInterval(timer)
      for (const stop of stopListening) stop()
      for (const subscription of subscriptions) subscription.unsubscribe()
    },
  }
}
