import { z } from 'zod'
import { StartFailure } from '../config/start-failure.ts'

const answerMs = 5_000

/** The part of `/varz` that says when JetStream writes to disk (nats-server 2.10 and later). */
const Varz = z.object({
  jetstream: z.object({ config: z.object({ sync_always: z.boolean().default(false) }) }),
})

/** Null: it writes to disk before it answers. */
const findFault = async (monitor: string): Promise<string | null> => {
  try {
    const response = await fetch(`${monitor}/varz`, {
      redirect: 'error',
      signal: AbortSignal.timeout(answerMs),
    })
    if (!response.ok) return `${monitor} answers with ${response.status}`
    const varz = Varz.safeParse(await response.json())
    if (!varz.success) return `${monitor} shows no JetStream`
    return varz.data.jetstream.config.sync_always
      ? null
      : `the server at ${monitor} answers before it writes to disk`
  } catch (error) {
    const { cause, message } = error as Error
    return `${monitor} cannot be read: ${cause instanceof Error ? cause.message : message}`
  }
}

/**
 * JetStream answers before it writes to disk, and writes every two minutes, unless a server has
 * `sync_interval: always` (Jepsen's report on NATS 2.12.1 shows the loss). Clients cannot read this
 * setting; the servers' monitoring shows it.
 * @throws StartFailure if a power failure may lose acknowledged data
 */
export const requireSyncedStreams = async (monitors: readonly string[]): Promise<void> => {
  const faults =
    monitors.length === 0
      ? ['NATS_MONITOR_URLS names no server']
      : (await Promise.all(monitors.map(findFault))).filter((fault) => fault !== null)
  if (faults.length > 0)
    throw new StartFailure(
      `NATS may lose data that devices were told is stored: ${faults.join('; ')}. Set sync_interval: always in the jetstream block of each server and name their monitoring in NATS_MONITOR_URLS, or accept the risk with NATS_UNSAFE_ACK=1.`,
    )
}
