// Targets of imported items: plots or no-fly zones, created and undone by their own features.
import type { ImportSettings, ImportTarget } from '@swath/contract/land/geometry-imports'
import type { Caller } from '@swath/domain/access/caller'
import type { FieldShape, ZoneFacts } from '@swath/field-geometry/feature'
import type { NoFlyZoneInput } from '@swath/contract/land/no-fly-zones'
import type { Tx } from '../../../platform/database/database.ts'
import type { EventBus } from '../../../platform/events/events.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { recordImportedZone, takeBackZones } from '../no-fly-zones/zone-import.ts'
import { recordImportedPlot, takeBackPlots } from '../plots/plot-import.ts'
import type { ItemRow } from './geometry-imports.queries.ts'
import { villageOf } from './import-presenters.ts'
import { readZone } from './zone-fields.ts'

type Wanted = {
  item: ItemRow
  name: string
  settings: ImportSettings
  /** The owner of what is created. */
  owner: { id: string; regionCode: string }
}

type Target = {
  /** @returns its id @throws ServiceError if it is not allowed, before anything is written */
  make: (trx: Tx, caller: Caller, wanted: Wanted, now: Date) => Promise<string>
  /** Deletes items without later changes or work. @returns those that are kept */
  takeBack: (trx: Tx, ids: readonly string[], now: Date) => Promise<{ keptIds: string[] }>
  tell: (events: EventBus) => void
}

const shapeOf = ({ shape }: ItemRow): FieldShape => shape as FieldShape

const requireZone = ({
  item,
  name,
  type,
}: Pick<Wanted, 'item' | 'name'> & Pick<ImportSettings, 'type'>): NoFlyZoneInput => {
  const facts = item.zone as ZoneFacts | null
  const read = readZone({ name, type, shape: shapeOf(item), facts, properties: item.properties })
  return 'zone' in read ? read.zone : fail('invalid_input', {}, [...read.refusal])
}

export const importTargets: Readonly<Record<ImportTarget, Target>> = {
  'plots': {
    make: (trx, caller, { item, name, settings: { cropId, villageColumn }, owner }, now) => {
      const shape = shapeOf(item)
      const parts = shape.kind === 'polygon' ? shape.parts : []
      const village = villageOf(item, villageColumn)
      return recordImportedPlot(trx, caller, { name, village, parts, cropId, owner }, now)
    },
    takeBack: takeBackPlots,
    tell: () => undefined,
  },
  'no-fly-zones': {
    make: (trx, caller, { item, name, settings: { type } }, now) =>
      recordImportedZone(trx, caller, requireZone({ item, name, type }), now),
    takeBack: takeBackZones,
    tell: (events) => events.emit('zonesChanged', {}),
  },
}
