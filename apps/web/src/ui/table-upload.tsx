import { DownloadOutlined, InboxOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Modal, Table, Upload } from 'antd'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../lib/save-file.ts'
import { tableNames } from './table-exports.ts'
import style from './table-upload.module.css'

type Row = {
  line: number
  cells: Readonly<Record<string, string | undefined>>
  wrong: readonly { column: string | null; message: string }[]
}
/** The preview of a file before it is imported. */
type Found = {
  rows: number
  /** Rows without errors. */
  good: number
  /** The first rows, and those with errors. */
  shown: readonly Row[]
  /** Identifies the file, so that exactly the previewed file is imported. */
  digest: string
}
type TableFormat = keyof typeof tableNames

type Props<F extends Found> = {
  title: string
  texts: {
    /** The purpose of the file. */
    about: string
    drop: string
    reading: string
    limits: string
    template: string
    templateName: string
    line: string
    other: string
  }
  /** Describes the result of the preview. */
  describe: (found: F) => {
    title: string
    notes?: readonly string[]
    /** Shown if not all rows are listed. */
    shownOfAll: string
    take: string
  }
  columns: (found: F) => readonly { key: string; title: string }[]
  /** A form shown before the file is chosen. */
  before?: ReactNode
  preview: (file: File) => Promise<F>
  take: (file: File, found: F) => Promise<void>
  template: (format: TableFormat) => Promise<Blob>
  onClose: () => void
}

const Cell = ({ column, row }: { column: string; row: Row }) => {
  const mistakes = row.wrong.filter((one) => one.column === column)
  return (
    <span className={mistakes.length > 0 ? `grid danger medium ${style.wrong}` : undefined}>
      {row.cells[column] ?? ''}
      {mistakes.map(({ message }) => (
        <em key={message}>{message}</em>
      ))}
    </span>
  )
}

/** Rows with errors come first. */
const FoundRows = <F extends Found>({
  found,
  texts,
  columns,
}: Pick<Props<F>, 'texts' | 'columns'> & { found: F }) => (
  <Table<Row>
    size="small"
    rowKey="line"
    pagination={{ pageSize: 20, size: 'small', hideOnSinglePage: true, showSizeChanger: false }}
    scroll={{ x: 'max-content', y: 'min(46vh, 420px)' }}
    dataSource={found.shown.toSorted(
      (a, b) => Number(b.wrong.length > 0) - Number(a.wrong.length > 0),
    )}
    columns={[
      {
        title: texts.line,
        dataIndex: 'line',
        align: 'right',
        fixed: 'left',
        width: 64,
        className: 'figure',
      },
      ...columns(found).map(({ key, title }) => ({
        title,
        key,
        className: style.cell ?? '',
        render: (_: unknown, row: Row) => <Cell column={key} row={row} />,
      })),
    ]}
  />
)

const FoundStep = <F extends Found>({
  found,
  describe,
  ...rest
}: Pick<Props<F>, 'texts' | 'columns' | 'describe'> & { found: F }) => {
  const { title, notes = [], shownOfAll } = describe(found)
  return (
    <div className="grid cols-1 gap-16">
      <Alert
        type={found.good === 0 ? 'error' : found.good < found.rows ? 'warning' : 'success'}
        showIcon
        title={title}
        description={notes.length > 0 ? notes.join(' ') : undefined}
      />
      <FoundRows found={found} {...rest} />
      {found.rows > found.shown.length && <p className="m-0 muted">{shownOfAll}</p>}
    </div>
  )
}

/** Template files with the columns that a table may have. */
const Templates = <F extends Found>({ texts, template }: Pick<Props<F>, 'texts' | 'template'>) => {
  const load = useMutation({
    mutationFn: async (format: TableFormat) =>
      saveFile(`${texts.templateName}.${format}`, await template(format)),
  })
  return (
    <div className="flex wrap gap-8 items-center muted">
      <span>{texts.template}</span>
      {(['xlsx', 'csv'] as const).map((format) => (
        <Button
          key={format}
          size="small"
          icon={<DownloadOutlined aria-hidden />}
          loading={load.isPending && load.variables === format}
          onClick={() => load.mutate(format)}
        >
          {tableNames[format]}
        </Button>
      ))}
    </div>
  )
}

const FileStep = <F extends Found>({
  texts,
  before,
  template,
  isReading,
  onChoose,
}: Pick<Props<F>, 'texts' | 'before' | 'template'> & {
  isReading: boolean
  onChoose: (file: File) => void
}) => (
  <div className="grid cols-1 gap-16">
    <p className="m-0 muted">{texts.about}</p>
    {before}
    <Upload.Dragger
      accept=".csv,.xlsx,text/csv"
      showUploadList={false}
      multiple={false}
      beforeUpload={(file) => {
        onChoose(file)
        return false
      }}
      disabled={isReading}
    >
      <p className={style.icon}>
        <InboxOutlined aria-hidden />
      </p>
      <p>{isReading ? texts.reading : texts.drop}</p>
      <p className="m-0 muted">{texts.limits}</p>
    </Upload.Dragger>
    <Templates texts={texts} template={template} />
  </div>
)

/** The chosen file, its preview, and the import of its valid rows. */
const useUpload = <F extends Found>({
  preview,
  take: takeRows,
}: Pick<Props<F>, 'preview' | 'take'>) => {
  const [file, setFile] = useState<File | null>(null)
  const look = useMutation({ mutationFn: preview, onError: () => setFile(null) })
  const take = useMutation({
    mutationFn: ({ chosen, found }: { chosen: File; found: F }) => takeRows(chosen, found),
  })
  const choose = (chosen: File): void => {
    setFile(chosen)
    look.mutate(chosen)
  }
  const forget = (): void => {
    look.reset()
    setFile(null)
  }
  return { file, look, take, choose, forget }
}

/** Imports a table from CSV or XLSX: choose a file, check the rows, then import them together. */
export const TableUpload = <F extends Found>(props: Props<F>) => {
  const { t } = useTranslation('ui')
  const { title, texts, describe, columns, before, template, onClose } = props
  const { file, look, take, choose, forget } = useUpload(props)
  const found = look.data
  return (
    <Modal
      open
      centered
      width={found ? 1040 : 560}
      title={title}
      onCancel={onClose}
      mask={{ closable: false }}
      destroyOnHidden
      footer={
        <>
          {found && (
            <Button onClick={forget} disabled={take.isPending}>
              {texts.other}
            </Button>
          )}
          <Button onClick={onClose} disabled={take.isPending}>
            {t('cancel')}
          </Button>
          {found && file && (
            <Button
              type="primary"
              disabled={found.good === 0}
              loading={take.isPending}
              onClick={() => take.mutate({ chosen: file, found })}
            >
              {describe(found).take}
            </Button>
          )}
        </>
      }
    >
      {found ? (
        <FoundStep found={found} texts={texts} columns={columns} describe={describe} />
      ) : (
        <FileStep
          texts={texts}
          before={before}
          template={template}
          isReading={look.isPending}
          onChoose={choose}
        />
      )}
    </Modal>
  )
}
