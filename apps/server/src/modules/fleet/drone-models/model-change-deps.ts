// Shared by the changes of models: their dependencies, and the events that they emit.
import type { droneModelRoutes } from '@swath/contract/fleet/drone-models'
import type { Changes } from '../../../platform/change/change.ts'
import type { EventBus } from '../../../platform/events/events.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import type { Services } from '../../../platform/services.ts'

export type Deps = Services & Changes
export type Calls = Handlers<typeof droneModelRoutes>

/** Maximum number of drones per event, so that messages between processes stay small. */
const dronesAnEvent = 500

export const emitDronesChanged = (events: EventBus, droneIds: readonly string[]): void => {
  for (let from = 0; from < droneIds.length; from += dronesAnEvent)
    events.emit('dronesChanged', { droneIds: droneIds.slice(from, from + dronesAnEvent) })
}
