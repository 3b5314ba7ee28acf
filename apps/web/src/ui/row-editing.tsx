import { EditOutlined } from '@ant-design/icons'
import type { RowOf } from '@swath/contract/list'
import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { formatUnit } from '../lib/format.ts'
import { showSuccess } from '../lib/errors.ts'
import { CreateButton } from './create-button.tsx'
import { useDeletion } from './deletion.tsx'
import { Fact, Facts } from './facts.tsx'
import { FormDrawer } from './form-drawer.tsx'
import { useDeclaredColumns, type CellRenderers, type ScreenList } from './list-declared.tsx'
import type { RowWork } from './list-screen.tsx'
import { useCloseDetail } from './opened-detail.ts'
import { DeleteButton } from '../ui/delete-button.tsx'

type Schema = z.ZodType<unknown, object>
export type EditedList = ScreenList & {
  row: z.ZodType<{ can: { update: boolean; delete: boolean } }>
}

type Editing<L extends EditedList, A extends Schema, C extends Schema> = {
  list: L
  cellRenderers?: Partial<CellRenderers<L>>
  toName: (row: RowOf<L>) => string
  /** The same fields are used to create and to edit a row. */
  fields: ReactNode
  /** `label`: of the button and the form it opens. Null: rows cannot be created here. */
  add: {
    label: string
    schema: A
    initial: Partial<z.input<A>>
    run: (body: z.output<A>) => Promise<RowOf<L>>
  } | null
  /** The row itself provides the initial values, so fields must be named like its properties. */
  change: { schema: C; run: (body: z.output<C>) => Promise<RowOf<L>> }
  /** `effect`: what is deleted with the row and what is kept. `run` must show a refusal itself. */
  remove: { effect: string; run: (row: RowOf<L>) => Promise<unknown> }
  /** Content of a row's details below its columns. */
  below?: (row: RowOf<L>) => ReactNode
}

type DetailProps<L extends EditedList> = {
  list: L
  cellRenderers: Partial<CellRenderers<L>>
  row: RowOf<L>
  onEdit: () => void
  onDelete: () => void
  below: ReactNode
}

/** Lists every column of the row, and the actions for it. */
const RowDetail = <L extends EditedList>({
  list,
  cellRenderers,
  row,
  onEdit,
  onDelete,
  below,
}: DetailProps<L>) => {
  const { t } = useTranslation('ui')
  const columns = useDeclaredColumns(list, [], cellRenderers)
  const { can } = row
  return (
    <div className="grid cols-1 gap-20">
      {(can.update || can.delete) && (
        <div className="flex wrap gap-8">
          {can.update && (
            <Button icon={<EditOutlined aria-hidden />} onClick={onEdit}>
              {t('terms:edit')}
            </Button>
          )}
          {can.delete && <DeleteButton onClick={onDelete} />}
        </div>
      )}
      <Facts>
        {columns.map(({ key, title, unit, render }) => (
          <Fact key={key} label={title}>
            {render(row)} {unit && <span className="unit">{formatUnit(unit)}</span>}
          </Fact>
        ))}
      </Facts>
      {below}
    </div>
  )
}

/** The form of a new row, and how to open it with some values. */
const useNewRow = <L extends EditedList, A extends Schema, C extends Schema>({
  add,
  toName,
  fields,
}: Pick<Editing<L, A, C>, 'add' | 'toName' | 'fields'>) => {
  const { t } = useTranslation('ui')
  const [isCreating, setCreating] = useState(false)
  const [initial, setInitial] = useState<Partial<z.input<A>>>({})
  const create = (values: Partial<z.input<A>>): void => {
    setInitial(values)
    setCreating(true)
  }
  return {
    create,
    form: add && (
      <FormDrawer
        open={isCreating}
        onClose={() => setCreating(false)}
        title={add.label}
        submitLabel={add.label}
        schema={add.schema}
        initial={{ ...add.initial, ...initial }}
        onSubmit={async (body) => showSuccess(t('rowAdded', { name: toName(await add.run(body)) }))}
      >
        {fields}
      </FormDrawer>
    ),
  }
}

/**
 * For a list whose rows can only be added, changed and deleted: `actions` and `rows` are for its
 * `ListScreen`, `forms` are rendered next to it.
 */
export const useRowEditing = <L extends EditedList, A extends Schema, C extends Schema>({
  list,
  cellRenderers = {},
  toName,
  fields,
  add,
  change,
  remove,
  below,
}: Editing<L, A, C>): {
  actions: ReactNode
  rows: RowWork<L>
  forms: ReactNode
  /** Opens the form of a new row with these values. */
  create: (initial: Partial<z.input<A>>) => void
} => {
  const { t } = useTranslation('ui')
  const [edited, setEdited] = useState<RowOf<L> | null>(null)
  const adding = useNewRow({ add, toName, fields })
  const askDelete = useDeletion()
  const closeDetail = useCloseDetail()
  const onDelete = (row: RowOf<L>): void => {
    const name = toName(row)
    askDelete({
      title: t('rowAskDelete', { name }),
      text: remove.effect,
      verb: t('terms:delete'),
      run: () => remove.run(row),
      row: { list: list.call, id: String(row[list.rowKey as keyof RowOf<L>]) },
      close: closeDetail,
      done: t('rowDeleted', { name }),
    })
  }
  return {
    create: adding.create,
    actions: add && <CreateButton label={add.label} onClick={() => adding.create({})} />,
    rows: {
      detail: {
        title: (_id, row) => row && toName(row),
        render: (_id, row) =>
          row && (
            <RowDetail
              list={list}
              cellRenderers={cellRenderers}
              row={row}
              onEdit={() => setEdited(row)}
              onDelete={() => onDelete(row)}
              below={below?.(row)}
            />
          ),
      },
    },
    forms: (
      <>
        {adding.form}
        {edited && (
          <FormDrawer
            onClose={() => setEdited(null)}
            title={t('rowChange', { name: toName(edited) })}
            schema={change.schema}
            initial={edited as Partial<z.input<C>>}
            onSubmit={async (body) =>
              showSuccess(t('rowSaved', { name: toName(await change.run(body)) }))
            }
          >
            {fields}
          </FormDrawer>
        )}
      </>
    ),
  }
}
