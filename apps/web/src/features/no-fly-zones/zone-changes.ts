import type { Api } from '@swath/contract/api'
import type { Answer } from '@swath/contract/kit'
import type { NoFlyZone } from '@swath/contract/no-fly-zones'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { outdated, queryClient } from '../../lib/query.ts'

type List = Answer<Api['listNoFlyZones']>
export type ZoneChange = 'enable' | 'disable' | 'delete'

// Out of date when a change says so, never by its age: a deleted zone is not asked for again while
// its drawer closes.
queryClient.setQueryDefaults(['getNoFlyZone'], { staleTime: Infinity })

export const afterZoneChange = (change?: ZoneChange) =>
  change === 'delete'
    ? outdated('listNoFlyZones', 'listMonitorZones')
    : outdated('listNoFlyZones', 'getNoFlyZone', 'listMonitorZones')

/** Shows the change at once in every list that is kept; answers how to take it back. */
const showChange = (noflyId: string, change: ZoneChange): (() => void) => {
  const before = queryClient.getQueriesData<List>({ queryKey: ['listNoFlyZones'] })
  queryClient.setQueriesData<List>(
    { queryKey: ['listNoFlyZones'] },
    (list) =>
      list && {
        ...list,
        items:
          change === 'delete'
            ? list.items.filter((zone) => zone.noflyId !== noflyId)
            : list.items.map((zone) =>
                zone.noflyId === noflyId ? { ...zone, enabled: change === 'enable' } : zone,
              ),
      },
  )
  return () => {
    for (const [key, list] of before) queryClient.setQueryData(key, list)
  }
}

export const changeZone = async (noflyId: string, change: ZoneChange): Promise<void> => {
  if (change === 'delete') await call('deleteNoFlyZone', { params: { noflyId } })
  else await call('enableNoFlyZone', { body: { noflyId, opr: change } })
}

/** One zone: seen at once, taken back where the server refuses. */
export const useZoneChange = () =>
  useMutation({
    mutationFn: ({ zone, change }: { zone: Pick<NoFlyZone, 'noflyId'>; change: ZoneChange }) =>
      changeZone(zone.noflyId, change),
    onMutate: ({ zone, change }) => showChange(zone.noflyId, change),
    onError: (_error, _input, takeBack) => takeBack?.(),
    onSettled: (_answer, _error, { change }) => afterZoneChange(change),
  })

export const useSaveZone = (noflyId: string | null) =>
  useMutation({
    mutationFn: (
      body: Parameters<typeof call<'createNoFlyZone'>>[1] extends { body: infer B } | undefined
        ? B
        : never,
    ) =>
      noflyId === null
        ? call('createNoFlyZone', { body })
        : call('updateNoFlyZone', { params: { noflyId }, body }),
    onSettled: () => afterZoneChange(),
  })
