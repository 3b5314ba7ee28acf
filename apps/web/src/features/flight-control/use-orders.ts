import type { CommandInput } from '@swath/contract/commands'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { outdated } from '../../lib/query.ts'

/** Sends one drone its commands; the list below the buttons tells what becomes of them. */
export const useOrders = (droneId: string) => {
  const settled = { onSettled: () => outdated('listCommands', 'getControlDrone') }
  const send = useMutation({
    mutationFn: (command: CommandInput) => call('sendCommand', { body: { droneId, command } }),
    ...settled,
  })
  const cancel = useMutation({
    mutationFn: (commandId: string) => call('cancelCommand', { body: { droneId, commandId } }),
    ...settled,
  })
  return { send, cancel }
}
export type Orders = ReturnType<typeof useOrders>
