import { DownloadOutlined, ReloadOutlined } from '@ant-design/icons'
import type { Operation } from '@swath/contract/api'
import { useMutation } from '@tanstack/react-query'
import { Button, Dropdown, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../lib/api.ts'
import { saveFile } from '../lib/save-file.ts'
import { ListViewTools, type Column, type View } from './list-columns.tsx'
import { ListViews } from './list-views.tsx'
import { useNarrow } from './use-width.ts'

/** A file that the list leaves as. */
export type ListFile = {
  label: string
  operation: Operation
  fileName: string
  query: Readonly<Record<string, string | undefined>>
}

const FileMenu = ({ files }: { files: readonly ListFile[] }) => {
  const { t } = useTranslation('ui')
  const save = useMutation({
    mutationFn: async ({ fileName, operation, query }: ListFile) =>
      saveFile(
        fileName,
        // The query of a list that is known only by its declaration.
        await (call as (operation: Operation, parts: object, options: object) => Promise<Blob>)(
          operation,
          { query },
          { timeoutMs: null },
        ),
      ),
  })
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: files.map(({ label }, index) => ({ key: String(index), label })),
        onClick: ({ key }) => save.mutate(files[Number(key)]!),
      }}
    >
      <Tooltip title={t('terms:export')}>
        <Button
          type="text"
          loading={save.isPending}
          icon={<DownloadOutlined />}
          aria-label={t('terms:export')}
        />
      </Tooltip>
    </Dropdown>
  )
}

type Props<Row> = {
  name: string
  isFetching: boolean
  refetch: () => void
  hasFilters: boolean
  columns: readonly Column<Row>[]
  view: View
  setView: (view: View) => void
  files: readonly ListFile[]
  actions: ReactNode
}

/** Right of the filters: refresh, kept views, columns, files, and what the screen adds. */
export const ListTools = <Row,>(props: Props<Row>) => {
  const { t } = useTranslation('ui')
  const narrow = useNarrow()
  return (
    <>
      <Tooltip title={t('refresh')}>
        <Button
          type="text"
          icon={<ReloadOutlined spin={props.isFetching} />}
          aria-label={t('refresh')}
          onClick={props.refetch}
        />
      </Tooltip>
      {props.hasFilters && <ListViews list={props.name} />}
      {!narrow && (
        <ListViewTools columns={props.columns} view={props.view} setView={props.setView} />
      )}
      {props.files.length > 0 && <FileMenu files={props.files} />}
      {props.actions}
    </>
  )
}
