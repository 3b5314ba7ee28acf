// Calls to add, edit and delete rows, for features without other actions.
import type { Tx } from '../database/database.ts'
import { uuidv7 } from '../database/uuid.ts'
import type { SignedInContext } from '../http/context.ts'
import type { Services } from '../services.ts'
import { createChanges, nothing, type Facts, type RowKind } from './change.ts'

type PlainRows<Row, Fields extends Facts, Answer> = {
  kind: RowKind<Row, 'change'>
  nameOf: (fields: Fields) => string
  /** Fields that people enter, in the format of the log. */
  toFields: (row: Row) => Fields
  insert: (trx: Tx, context: SignedInContext, id: string, fields: Fields) => Promise<unknown>
  update: (trx: Tx, id: string, fields: Fields) => Promise<unknown>
  /** Throws the error to show if something still needs the row. */
  remove: (trx: Tx, id: string) => Promise<unknown>
  read: (trx: Tx, context: SignedInContext, id: string) => Promise<Answer>
}

export const createPlainChanges = <Row, Fields extends Facts, Answer>(
  services: Services,
  { kind, nameOf, toFields, insert, update, remove, read }: PlainRows<Row, Fields, Answer>,
) => {
  const { record, change } = createChanges(services)
  return {
    add: (context: SignedInContext, fields: Fields) =>
      record(context, async (trx) => {
        const id = uuidv7(services.clock.now())
        return {
          action: `${kind.type}.add`,
          object: { type: kind.type, id, name: nameOf(fields) },
          details: { after: fields },
          write: () => insert(trx, context, id, fields),
          answer: () => read(trx, context, id),
        }
      }),

    update: (
      context: SignedInContext,
      { id, version }: { id: string; version: number | undefined },
      fields: Fields,
    ) =>
      change(
        context,
        kind,
        { id, version, to: 'change', action: `${kind.type}.update` },
        async (trx, before) => ({
          name: nameOf(fields),
          before: toFields(before),
          after: fields,
          write: () => update(trx, id, fields),
          answer: () => read(trx, context, id),
        }),
      ),

    remove: (context: SignedInContext, id: string) =>
      change(
        context,
        kind,
        { id, to: 'change', action: `${kind.type}.delete` },
        async (trx, before) => ({
          details: { before: toFields(before) },
          write: () => remove(trx, id),
          answer: nothing,
        }),
      ),
  }
}
