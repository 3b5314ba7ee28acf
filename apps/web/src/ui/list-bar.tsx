import { DownloadOutlined, ReloadOutlined } from '@ant-design/icons'
import { Dropdown } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ListViewTools, type Column, type View } from './list-columns.tsx'
import { useSavedFile, type ListFile } from './list-files.ts'
import { ListMore } from './list-more.tsx'
import { ListViews } from './list-views.tsx'
import { ToolButton } from './tool-button.tsx'
import { useNarrow } from './use-width.ts'

const FileMenu = ({ files }: { files: readonly ListFile[] }) => {
  const { t } = useTranslation('ui')
  const save = useSavedFile()
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: files.map(({ label }, index) => ({ key: String(index), label })),
        onClick: ({ key }) => save.mutate(files[Number(key)]!),
      }}
    >
      <ToolButton loading={save.isPending} icon={<DownloadOutlined />} label={t('terms:export')} />
    </Dropdown>
  )
}

type Props<Row> = {
  name: string
  isFetching: boolean
  refetch: () => void
  hasFilters: boolean
  /** Empty if the rows are not shown as a table. */
  columns: readonly Column<Row>[]
  view: View
  setView: (view: View) => void
  files: readonly ListFile[]
  actions: ReactNode
}

/** Refresh, saved views, columns, files, and the screen's own actions. */
const ListTools = <Row,>(props: Props<Row>) => {
  const { t } = useTranslation('ui')
  return (
    <>
      <ToolButton
        icon={<ReloadOutlined spin={props.isFetching} />}
        label={t('refresh')}
        onClick={props.refetch}
      />
      {props.hasFilters && <ListViews list={props.name} />}
      {props.columns.length > 0 && (
        <ListViewTools columns={props.columns} view={props.view} setView={props.setView} />
      )}
      {props.files.length > 0 && <FileMenu files={props.files} />}
      {props.actions && (
        <span className="inline-flex wrap gap-8 items-center">{props.actions}</span>
      )}
    </>
  )
}

type BarProps<Row> = Props<Row> & {
  /** Starts row selection; null if rows cannot be selected. */
  onChoose: (() => void) | null
}
/** The toolbar next to the title; on a phone one button next to the filter. */
export const ListBar = <Row,>({ onChoose, ...props }: BarProps<Row>) => {
  const { name, refetch, hasFilters, files } = props
  return (
    <div className="flex wrap gap-4 items-center">
      {useNarrow() ? (
        <ListMore {...{ name, refetch, hasFilters, files, onChoose }} />
      ) : (
        <ListTools {...props} />
      )}
    </div>
  )
}
