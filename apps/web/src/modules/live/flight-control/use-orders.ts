import type { CommandInput } from '@swath/contract/live/commands'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { buildQuery, keepShown, outdated } from '../../../lib/query.ts'
import { useChange } from '../../../lib/use-change.ts'
import { useLiveEvent } from '../../../lib/live/live.ts'

/** Sends commands to one drone; the list below the buttons shows their results. */
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

/** Polling interval without the live connection, which would report changes at once. */
const withoutLinkMs = 5_000

/** The last commands sent to the drone, newest first, with their results. */
export const useGivenCommands = (droneId: string, isWanted = true) => {
  const list = useQuery({
    ...buildQuery('listCommands', { query: { droneId, currentPage: '1', pageSize: '10' } }),
    ...keepShown,
    enabled: isWanted,
    refetchInterval: ({ state }) =>
      state.data?.items.some((one) => one.state === 'waiting' || one.state === 'sent')
        ? withoutLinkMs
        : 60_000,
  })
  useLiveEvent('commandsChanged', (message) => {
    if (message.droneId === droneId) void outdated('listCommands', 'getControlDrone')
  })
  return list
}
