import type { CommandInput } from '@swath/contract/commands'
import { call } from '../../lib/api.ts'
import { useChange } from '../../lib/use-change.ts'

/** Sends one drone its commands; the list below the buttons tells what becomes of them. */
export const useOrders = (droneId: string) => {
  const shown = ['listCommands', 'getControlDrone'] as const
  const send = useChange({
    run: (command: CommandInput) => call('sendCommand', { body: { droneId, command } }),
    outdated: shown,
  })
  const cancel = useChange({
    run: (commandId: string) => call('cancelCommand', { body: { droneId, commandId } }),
    outdated: shown,
  })
  return { send, cancel }
}
export type Orders = ReturnType<typeof useOrders>
