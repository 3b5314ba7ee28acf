// Notifies clients that follow a drone when a command's state changes; the details are in the list
// of commands.
import type { EventBus } from '../../platform/events/events.ts'
import type { LiveState } from './live-state.ts'
import { send, type LiveClient } from './live-client.ts'

/** Returns a function that stops it. */
export const tellCommands = (
  { liveState: live, events }: { liveState: LiveState; events: EventBus },
  clients: ReadonlySet<LiveClient>,
): (() => void) => {
  const tell = ({ droneId }: { droneId: string }): void => {
    const drone = live.get(droneId)
    if (!drone) return
    for (const client of clients) {
      // `follow` names a drone without proof: for people who may not see it, it does not exist.
      if (
        client.caller &&
        client.follow === droneId &&
        live.matcher(client.caller.scope, {})(drone)
      )
        send(client, { type: 'commandsChanged', droneId })
    }
  }
  const stop = [events.on('commandWaiting', tell), events.on('commandChanged', tell)]
  return () => {
    for (const end of stop) end()
  }
}
