import { droneList } from '@swath/contract/fleet/drone-list'
import { Button } from 'antd'
import { useRef, type ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { useListAddress } from '../../src/ui/list-address.ts'
import { ListBar } from '../../src/ui/list-bar.tsx'
import { ListBody } from '../../src/ui/list-body.tsx'
import { ListCards } from '../../src/ui/list-cards.tsx'
import { Chosen, useChoice } from '../../src/ui/list-choice.tsx'
import { ListViewTools, useListView } from '../../src/ui/list-columns.tsx'
import { useDeclaredColumns, useListFilters } from '../../src/ui/list-declared.tsx'
import { ListFilters } from '../../src/ui/list-filters.tsx'
import { ListMore } from '../../src/ui/list-more.tsx'
import { ListPaging } from '../../src/ui/list-paging.tsx'
import { ListRows, RowsSkeleton } from '../../src/ui/list-rows.tsx'
import { ListStats } from '../../src/ui/list-stats.tsx'
import { ListSkeleton, ListTable } from '../../src/ui/list-table.tsx'
import { Views } from '../../src/ui/list-views.tsx'
import { SharedViews } from '../../src/ui/shared-views.tsx'
import { answers } from '../answers.ts'
import { drones, type DroneRow } from '../data.ts'
import { States, type Example } from '../example.tsx'

const nothing = (): void => undefined
const shown = ['droneName', 'modelName', 'workArea', 'lastSortieAt'] as const

/** The parts of a list that share columns, rows and address. */
const useParts = () => {
  const columns = useDeclaredColumns(droneList, shown, {})
  const filters = useListFilters(droneList, ['droneName', 'modelName', 'deviceType'])
  const [view, setView] = useListView('gallery')
  const address = useListAddress({
    filterNames: ['droneName', 'modelName', 'deviceType'],
    sortName: 'sortParam',
    defaultSort: 'droneName',
    defaultPageSize: 20,
  })
  return { columns, filters, view, setView, address, choice: useChoice<DroneRow>() }
}

const useRowsProps = (): ComponentProps<typeof ListTable<DroneRow>> => {
  const { columns, view, address, choice } = useParts()
  return {
    rows: drones,
    toKey: ({ droneId }) => droneId,
    parentKey: undefined,
    columns,
    view,
    address,
    isFetching: false,
    nothing: null,
    choice,
    onOpen: nothing,
    onHover: undefined,
  }
}

const Bar = () => {
  const { columns, view, setView } = useParts()
  return (
    <ListBar
      name="gallery"
      isFetching={false}
      refetch={nothing}
      hasFilters
      columns={columns}
      view={view}
      setView={setView}
      files={[]}
      actions={null}
      onChoose={nothing}
    />
  )
}

const ViewTools = () => {
  const { columns, view, setView } = useParts()
  return <ListViewTools columns={columns} view={view} setView={setView} />
}

const Choice = () => {
  const { t } = useTranslation('ui')
  return (
    <Chosen
      rows={drones}
      clear={nothing}
      bulk={() => <Button size="small">{t('terms:edit')}</Button>}
    />
  )
}

const Filters = () => {
  const { t } = useTranslation('ui')
  const { filters, address } = useParts()
  return (
    <ListFilters
      filters={filters}
      values={address.filters}
      change={address.setFilters}
      search={useRef(null)}
      order={{ options: [], value: undefined, set: nothing }}
    >
      <Button>{t('terms:export')}</Button>
    </ListFilters>
  )
}

const Paging = () => <ListPaging address={useParts().address} total={64} onTurn={nothing} />

const Stats = () => {
  const { t } = useTranslation('ui')
  return (
    <States>
      <ListStats
        figures={[
          { label: t('terms:drones'), value: '64' },
          { label: t('terms:sorties'), value: '3,120' },
          { label: t('terms:flightTime'), value: '17', unit: 'h' },
        ]}
      />
      <ListStats figures={null} />
    </States>
  )
}

const Rows = () => (
  <>
    <ListRows {...useRowsProps()} />
    <RowsSkeleton />
  </>
)

const Cards = () => (
  <ListCards
    {...useRowsProps()}
    card={({ droneName, droneId }) => (
      <section className="card p-16">
        <h3 className="m-0">{droneName}</h3>
        <p className="m-0 muted">{droneId}</p>
      </section>
    )}
  />
)
const Table = () => <ListTable {...useRowsProps()} />
const Body = () => <ListBody {...useRowsProps()} />

const Skeleton = () => {
  const { columns, view } = useParts()
  return <ListSkeleton columns={columns} view={view} />
}

const More = () => (
  <ListMore name="gallery" refetch={nothing} hasFilters files={[]} onChoose={nothing} />
)

export const listPartExamples: readonly Example[] = [
  { name: 'list-bar', folder: 'ui', isWide: true, Show: Bar },
  { name: 'list-body', folder: 'ui', isWide: true, Show: Body },
  { name: 'list-cards', folder: 'ui', isWide: true, Show: Cards },
  { name: 'list-choice', folder: 'ui', isWide: true, Show: Choice },
  { name: 'list-columns', folder: 'ui', isWide: true, Show: ViewTools },
  {
    name: 'list-filters',
    folder: 'ui',
    isWide: true,
    Show: Filters,
    path: '/drones?modelName=Heron',
  },
  { name: 'list-more', folder: 'ui', isWide: true, Show: More },
  { name: 'list-paging', folder: 'ui', isWide: true, Show: Paging, path: '/drones?currentPage=2' },
  { name: 'list-rows', folder: 'ui', isWide: true, Show: Rows },
  { name: 'list-stats', folder: 'ui', isWide: true, Show: Stats },
  { name: 'list-table', folder: 'ui', isWide: true, Show: Table },
  { name: 'list-table-skeleton', folder: 'ui', isWide: true, Show: Skeleton },
  {
    name: 'list-views',
    folder: 'ui',
    isWide: true,
    Show: () => <Views list="drones" onTaken={nothing} />,
  },
  {
    name: 'shared-views',
    folder: 'ui',
    isWide: true,
    Show: () => (
      <SharedViews
        views={answers.listSharedViews!.items}
        present="flight=ground"
        onTake={nothing}
        onCopy={nothing}
      />
    ),
  },
]
