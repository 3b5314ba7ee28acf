// Whoever follows a drone hears that something became of a command; what, is in the list of commands.
import type { EventBus } from '../platform/events/events.ts'
import { send, type Watcher } from './live-watcher.ts'

/** Returns what ends it. */
export const tellCommands = (events: EventBus, watchers: ReadonlySet<Watcher>): (() => void) => {
  // `follow` names a drone and proves nothing: whoever may not see the list is told so when it asks.
  const tell = ({ droneId }: { droneId: string }): void => {
    for (const watcher of watchers) if (watcher.caller && watcher.follow === droneId) send(watcher, { type: 'commandsChanged', droneId })
  }
  const stop = [events.on('commandWaiting', tell), events.on('commandChanged', tell)]
  return () => { for (const end of stop) end() }
}
