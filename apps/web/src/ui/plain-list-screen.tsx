// A screen for simple lists: its rows, and the forms to create, edit and delete them.
import type { Operation } from '@swath/contract/api'
import type { RowOf } from '@swath/contract/list'
import { Input, Select } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { call } from '../lib/api.ts'
import { useChange } from '../lib/use-change.ts'
import { FormField } from './form-checks.tsx'
import type { Column } from './list-columns.tsx'
import { toOptions } from './list-filters.tsx'
import { ListScreen } from './list-screen.tsx'
import type { Figure } from './list-stats.tsx'
import { useRowEditing, type EditedList } from './row-editing.tsx'
import { StateTag } from './state-tags.tsx'

/** The result of the contract's `declarePlainList`. */
type PlainList = EditedList & {
  Input: z.ZodObject
  Change: z.ZodType<unknown, object>
  nameField: string
  calls: Readonly<Record<'add' | 'update' | 'remove', readonly [Operation, string]>>
}
type FieldName<L extends PlainList> = keyof z.input<L['Input']> & string

type Props<L extends PlainList> = {
  list: L
  title: string
  /** Between the title and the filters. */
  head?: ReactNode
  mayAdd: boolean
  /** Below `head`, for people who may add rows; `create` opens the form with these values. */
  proposals?: (create: (initial: Partial<z.input<L['Input']>>) => void) => ReactNode
  /** As in `ListScreen`. */
  stats?: (() => readonly Figure[] | null) | undefined
  beside?: readonly Column<RowOf<L>>[]
  /** Ids of the rows that come first, such as the most used ones; null while loading. */
  foremost?: readonly string[] | null
  /** Initial values of a new row. */
  initial?: Partial<z.input<L['Input']>>
  /** Hints below the fields of the form. */
  hints?: Readonly<Partial<Record<FieldName<L>, string>>>
  /** Inputs of fields that are neither a text nor a code. */
  inputs?: Readonly<Partial<Record<FieldName<L>, ReactNode>>>
  texts: {
    /** The button that adds a row. */
    create: string
    /** Shown if the list is empty. */
    none: string
    /** The effect of a deletion on other data. */
    deleteEffect: string
  }
}

type FieldProps = { list: PlainList; name: string; hint: string | undefined; input: ReactNode }

/** An input with the label of its column; a select if the column shows a code. */
const PlainField = ({ list, name, hint, input }: FieldProps) => {
  const { t } = useTranslation()
  const column = list.columns[name]!
  const schema: unknown = list.Input.shape[name]
  const maxLength = schema instanceof z.ZodString ? schema.maxLength : null
  return (
    <FormField name={name} label={t(column.label)} extra={hint}>
      {input ??
        (column.kind === 'code' ? (
          <Select options={toOptions(column.labels, t)} />
        ) : (
          <Input autoComplete="off" {...(maxLength === null ? {} : { maxLength })} />
        ))}
    </FormField>
  )
}

type Row = RowOf<PlainList>
const toText = (row: Row, name: string): string =>
  String((row as Readonly<Record<string, unknown>>)[name])

const OwnTag = ({ row }: { row: Row }) => {
  const { t } = useTranslation()
  return toText(row, 'own') === 'true' ? (
    <StateTag>{t('terms:ownEntry')}</StateTag>
  ) : (
    <span className="muted">{t('terms:commonEntry')}</span>
  )
}
/** Most rows are standard ones, so only the others are marked. */
const ownCell = {
  render: (row: Row) => <OwnTag row={row} />,
  isUsual: (row: Row) => toText(row, 'own') === 'false',
}

const usePlainChanges = ({ call: shown, calls, rowKey }: PlainList) => {
  // The types of the calls come from the list's declaration, which TypeScript cannot relate to the
  // API.
  const send = call as (operation: Operation, parts: object) => Promise<Row>
  const outdated = [shown]
  const add = useChange({ run: (body: unknown) => send(calls.add[0], { body }), outdated })
  const update = useChange({ run: (body: unknown) => send(calls.update[0], { body }), outdated })
  const remove = useChange({
    run: (row: Row) => send(calls.remove[0], { params: { [rowKey]: toText(row, rowKey) } }),
    outdated,
    refused: 'shownByCaller',
  })
  return { add: add.mutateAsync, update: update.mutateAsync, remove: remove.mutateAsync }
}

/** The parameter has at most 4000 characters; flights may name crops by longer texts than an id. */
const foremostMost = 100
const idLongest = 36

const toOrder = (foremost: readonly string[] | null | undefined) =>
  foremost === undefined
    ? {}
    : {
        sort: null,
        waits: foremost === null,
        narrowed: foremost?.length
          ? {
              foremost: foremost
                .filter((id) => id.length <= idLongest)
                .slice(0, foremostMost)
                .join(','),
            }
          : undefined,
      }

export const PlainListScreen = <L extends PlainList>({
  title,
  head,
  mayAdd,
  stats,
  initial,
  hints,
  inputs,
  texts,
  ...props
}: Props<L>) => {
  const list: PlainList = props.list
  const changes = usePlainChanges(list)
  const columns = Object.keys(list.columns)
  const { actions, rows, forms, create } = useRowEditing({
    list,
    toName: (row) => toText(row, list.nameField),
    fields: Object.keys(list.Input.shape).map((name) => (
      <PlainField
        key={name}
        list={list}
        name={name}
        hint={hints?.[name as FieldName<L>]}
        input={inputs?.[name as FieldName<L>]}
      />
    )),
    add: mayAdd
      ? { label: texts.create, schema: list.Input, initial: initial ?? {}, run: changes.add }
      : null,
    change: { schema: list.Change, run: changes.update },
    remove: { effect: texts.deleteEffect, run: changes.remove },
  })
  return (
    <>
      <ListScreen
        list={list}
        title={title}
        head={
          <>
            {head}
            {mayAdd && props.proposals?.(create)}
          </>
        }
        shown={columns}
        as={toOrder(props.foremost)}
        beside={(props.beside ?? []) as readonly Column<Row>[]}
        stats={stats}
        statsUsual={4}
        cellRenderers={{ ...('own' in list.columns ? { own: ownCell } : {}) }}
        filters={Object.keys(list.filters).filter((name) => columns.includes(name))}
        actions={actions}
        rows={rows}
        empty={{ title: texts.none }}
      />
      {forms}
    </>
  )
}
