// Access cases of a plain list; each account has one row.
import { idSlots } from '@swath/contract/id-slots'
import type { Db } from '../platform/database/database.ts'
import type { PlainList } from '../platform/plain-list/plain-list.ts'
import type { FeatureSweep } from './testing-cases.ts'
import { ownRowsOf } from './testing-own-rows.ts'
import { accountNames, buildCanary, world, type PersonName } from './testing-world.ts'

type PlainSweep<Fields> = {
  insert: (db: Db, accountId: string, id: string, fields: Fields) => Promise<unknown>
  readers: readonly PersonName[]
  managers: readonly PersonName[]
  /** Values of the fields other than the name. */
  fields: NoInfer<Partial<Fields>>
}

export const plainListSweep = <Fields extends object>(
  list: PlainList,
  { insert, readers, managers, fields }: PlainSweep<Fields>,
): FeatureSweep => {
  const buildFields = (name: string) => ({ ...fields, [list.nameField]: name }) as Fields
  const { kind } = idSlots(list.routes[list.calls.remove[0]]!)[0]!
  const { ids, own, strangers, listing } = ownRowsOf(kind, readers)
  const managing = { people: managers, right: true } as const
  return {
    seed: async (db) => {
      for (const name of accountNames)
        await insert(db, world.accountId[name], ids[name], buildFields(buildCanary(kind, name)))
    },
    strangers: { [kind]: strangers },
    cases: {
      [list.call]: listing,
      [list.fileCall]: { ...listing, request: () => ({ query: { format: 'csv' } }) },
      [list.calls.add[0]]: {
        ...managing,
        request: () => ({ body: buildFields('Made by the sweep') }),
        changes: true,
      },
      [list.calls.update[0]]: {
        ...managing,
        request: (asking) => ({
          body: { [list.rowKey]: own(asking), ...buildFields('Later'), version: 99 },
        }),
      },
      [list.calls.remove[0]]: {
        ...managing,
        request: (asking) => ({ params: { [list.rowKey]: own(asking) } }),
        changes: true,
      },
    },
  }
}
