// Chooses the model of a new drone by its serial number.
import type { Caller } from '@swath/domain/access/caller'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { modelOfNumber, modelsOfNumbers } from './model-ranges.queries.ts'

/**
 * An operator registers drones it has bought, of any maker; makers and platforms register only
 * their own; governments none.
 */
const mayTake = ({ rights, scope }: Caller, manufacturerId: string): boolean =>
  rights.includes('equipment.manage') &&
  (scope.kind === 'all' ||
    (scope.kind === 'accounts' &&
      (scope.as === 'operator' || scope.accountIds.includes(manufacturerId))))

type NumberedModel = NonNullable<Awaited<ReturnType<typeof modelOfNumber>>>

/**
 * `foreign`: the number belongs to a maker for whom the caller cannot register. Null: no range
 * contains it.
 */
export const modelByNumber = async (
  db: Db | Tx,
  caller: Caller,
  droneId: string,
): Promise<NumberedModel | 'foreign' | null> => {
  const model = await modelOfNumber(db, droneId)
  return model ? (mayTake(caller, model.manufacturer_id) ? model : 'foreign') : null
}

/** The same for many numbers at once; numbers outside all ranges are left out. */
export const modelsByNumbers = async (
  db: Db | Tx,
  caller: Caller,
  droneIds: readonly string[],
): Promise<Map<string, NumberedModel | 'foreign'>> =>
  new Map(
    (await modelsOfNumbers(db, droneIds)).map(({ droneId, ...model }) => [
      droneId,
      mayTake(caller, model.manufacturer_id) ? model : 'foreign',
    ]),
  )
