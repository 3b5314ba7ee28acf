// Whoever follows a drone hears that something became of a command; what, is in the list of
// commands.
import type { EventBus } from '../../platform/events/events.ts'
import type { LiveState } from './live-state.ts'
import { send, type Watcher } from './live-client.ts'

/** Returns what ends it. */
export const tellCommands = (
  { liveState: live, events }: { liveState: LiveState; events: EventBus },
  watchers: ReadonlySet<Watcher>,
): (() => void) => {
  const tell = ({ droneId }: { droneId: string }): void => {
    const drone = live.get(droneId)
    if (!drone) return
    for (const watcher of watchers) {
      // `follow` names a drone and proves nothing: for who may not see it, it does not exist.
      if (
        watcher.caller &&
        watcher.follow === droneId &&
        live.matcher(watcher.caller.scope, {})(drone)
      )
        send(watcher, { type: 'commandsChanged', droneId })
    }
  }
  const stop = [events.on('commandWaiting', tell), events.on('commandChanged', tell)]
  return () => {
    for (const end of stop) end()
  }
}
