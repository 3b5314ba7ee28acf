import type { NoFlyZone } from '@swath/contract/land/no-fly-zones'
import { call } from '../../../lib/api.ts'
import { keepUntilChanged, outdated } from '../../../lib/query.ts'
import { showRow, tellButConflict, useChange, type Body } from '../../../lib/use-change.ts'

export type ZoneChange = 'enable' | 'disable' | 'delete'

keepUntilChanged('getNoFlyZone')
const lists = ['listNoFlyZones', 'listMonitorZones'] as const
const shown = [...lists, 'getNoFlyZone', 'getZoneVersions', 'getZoneHolders'] as const

export const afterZoneChange = () => outdated(...shown)

export const changeZone = async (noflyId: string, change: ZoneChange): Promise<void> => {
  if (change === 'delete') await call('deleteNoFlyZone', { params: { noflyId } })
  else await call('enableNoFlyZone', { body: { noflyId, opr: change } })
}

/** Changes one zone. Optimistic: reverted if the server refuses. */
export const useZoneChange = () =>
  useChange({
    run: ({ zone, change }: { zone: Pick<NoFlyZone, 'noflyId'>; change: ZoneChange }) =>
      changeZone(zone.noflyId, change),
    show: ({ zone, change }) =>
      showRow(
        'listNoFlyZones',
        ({ noflyId }) => noflyId === zone.noflyId,
        change === 'delete' ? 'gone' : { enabled: change === 'enable' },
      ),
    outdated: ({ change }) => (change === 'delete' ? lists : shown),
  })

export const useSaveZone = (noflyId: string | null) =>
  useChange({
    run: (body: Body<'createNoFlyZone'>) =>
      noflyId === null
        ? call('createNoFlyZone', { body })
        : call('updateNoFlyZone', { params: { noflyId }, body }),
    outdated: shown,
    refused: tellButConflict,
  })
