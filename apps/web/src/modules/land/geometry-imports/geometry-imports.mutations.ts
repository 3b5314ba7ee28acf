import type { Operation } from '@swath/contract/api'
import type { GeometryImport, ImportTarget } from '@swath/contract/land/geometry-imports'
import { call } from '../../../lib/api.ts'
import { buildQuery, queryClient } from '../../../lib/query.ts'
import { useChange, type Body } from '../../../lib/use-change.ts'

export const importQuery = (importId: string) =>
  buildQuery('getGeometryImport', { params: { importId } })

/** The calls return the import's new state, so it is not refetched. */
const keep = (one: GeometryImport): void =>
  void queryClient.setQueryData(importQuery(one.importId).queryKey, one)

const items = ['listGeometryImportItems', 'listGeometryImports'] as const
/** Operations that show plots or zones. */
const shown: Readonly<Record<ImportTarget, readonly Operation[]>> = {
  'plots': ['listPlots', 'listMonitorBlocks'],
  'no-fly-zones': ['listNoFlyZones', 'listMonitorZones'],
}
export const afterImport = (target: ImportTarget): readonly Operation[] => [
  ...items,
  ...shown[target],
]

export const useReadFile = (target: ImportTarget, onRead: (one: GeometryImport) => void) =>
  useChange({
    run: (file: File) => {
      const parts = { query: { fileName: file.name.slice(-200) }, file }
      const options = { timeoutMs: 300_000 }
      return target === 'plots'
        ? call('createPlotImport', parts, options)
        : call('createZoneImport', parts, options)
    },
    outdated: ['listGeometryImports'],
    done: (one) => {
      keep(one)
      onRead(one)
    },
  })

export const useSettings = ({ importId }: GeometryImport) =>
  useChange({
    run: (body: Body<'changeGeometryImport'>) =>
      call('changeGeometryImport', { params: { importId }, body }, { timeoutMs: 120_000 }),
    outdated: items,
    done: keep,
  })

export const useChoice = ({ importId }: GeometryImport) =>
  useChange({
    run: (body: Body<'chooseGeometryItems'>) =>
      call('chooseGeometryItems', { params: { importId }, body }),
    outdated: items,
    done: keep,
  })

type Act = 'applyGeometryImport' | 'cancelGeometryImport' | 'undoGeometryImport'

export const useAct = ({ importId, target }: GeometryImport, act: Act) =>
  useChange({
    run: () => call(act, { params: { importId } }, { timeoutMs: null }),
    outdated: afterImport(target),
    done: keep,
  })
