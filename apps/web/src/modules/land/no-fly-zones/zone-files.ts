import { zoneFileFormats } from '@swath/contract/land/geometry-files'
import type { NoFlyZone } from '@swath/contract/land/no-fly-zones'
import { call } from '../../../lib/api.ts'
import { formatCount } from '../../../lib/format.ts'
import { translate } from '../../../lib/i18n.ts'
import type { ListFile } from '../../../ui/list-files.ts'
import { geometryFiles } from '../geometry-exports/geometry-files.ts'

/** The files that zones export in addition to tables. */
const ground = {
  operation: 'exportNoFlyZones',
  name: 'no-fly-zones',
  formats: zoneFileFormats,
} as const

/** These formats cannot mark a zone as not in force, so such zones are omitted. */
const aviation: ReadonlySet<string | undefined> = new Set(['ed-269', 'ed-318'])

const toZoneFiles = (query: ListFile['query'], countDisabled: () => Promise<number>): ListFile[] =>
  geometryFiles(ground, query).map((file) => ({
    ...file,
    ...(aviation.has(file.query['format']) && {
      lacks: async () => {
        const count = await countDisabled()
        const shown = formatCount(count)
        return count === 0
          ? null
          : translate('no-fly-zones:leftOut', { count, shown, format: file.label })
      },
    }),
  }))

/** Exports of the zones in the list. */
export const listedZoneFiles = (query: ListFile['query']): ListFile[] =>
  toZoneFiles(query, async () => {
    if (query['enabled'] === 'true') return 0
    const { total } = await call('listNoFlyZones', {
      query: { ...query, enabled: 'false', pageSize: '1' },
    })
    return total
  })

/** Exports of the selected zones. */
export const chosenZoneFiles = (zones: readonly NoFlyZone[]): ListFile[] =>
  toZoneFiles({ noflyIds: zones.map(({ noflyId }) => noflyId).join(',') }, () =>
    Promise.resolve(zones.filter(({ enabled }) => !enabled).length),
  )
