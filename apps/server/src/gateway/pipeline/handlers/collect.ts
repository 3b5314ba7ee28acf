import { widen } from '../pipeline-drone-state.ts'
import { replayMs, type Handler } from './pipeline-message.ts'

/** Queues everything to be stored for the next checkpoint. */
export const collect: Handler = (message) => {
  const { drone, decoded, event, receivedAtMs } = message
  if (!message.stored) return
  for (const point of message.points) {
    drone.points.append(point)
    const late = point.tMs < drone.lastStoredMs || receivedAtMs - point.tMs > replayMs
    widen(late ? drone.late : drone.live, point.tMs)
    if (!(point.tMs <= drone.lastStoredMs)) drone.lastStoredMs = point.tMs
  }
  if (decoded.type === 'track' && decoded.boot !== null) drone.boot = decoded.boot
  if (decoded.type === 'state')
    drone.reports.push({
      atMs: receivedAtMs,
      online: decoded.online,
      boot: decoded.boot ?? '',
      firmware: decoded.firmware,
      ...(decoded.parts ? { parts: decoded.parts } : {}),
      ...(decoded.video === undefined ? {} : { video: decoded.video }),
    })
  if (event === null) return
  drone.events.push(event)
  widen(receivedAtMs - event.tMs > replayMs ? drone.late : drone.live, event.tMs)
}
