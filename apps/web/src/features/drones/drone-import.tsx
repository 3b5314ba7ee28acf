import { DownloadOutlined, InboxOutlined } from '@ant-design/icons'
import type { DroneImport, ImportColumn } from '@swath/contract/drone-imports'
import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Modal, Table, Upload } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api.ts'
import { showSuccess } from '../../lib/errors.ts'
import { formatCount } from '../../lib/format.ts'
import { outdated } from '../../lib/query.ts'
import { saveFile } from '../../lib/save-file.ts'
import { tableNames } from '../../ui/table-exports.ts'
import style from './drone-import.module.css'

const columnTitles: Readonly<Record<ImportColumn, string>> = {
  droneId: 'drones:droneId',
  droneName: 'drones:droneName',
  modelName: 'drones:modelName',
  zzAccountName: 'terms:manufacturer',
  yyAccountName: 'terms:operator',
  zzDroneNum: 'drones:makerNumber',
  regMark: 'terms:registrationMark',
  rackNo: 'drones:rackNo',
  buyer: 'drones:buyer',
  deviceType: 'drones:deviceType',
  saleType: 'drones:saleType',
  sprayWidth: 'terms:swathWidth',
}

type Shown = DroneImport['shown'][number]

const Rows = ({ found }: { found: DroneImport }) => {
  const { t } = useTranslation('drones')
  const cell = (column: ImportColumn, { cells, wrong }: Shown) => {
    const mistakes = wrong.filter((one) => one.column === column)
    return (
      <span className={mistakes.length > 0 ? style.wrong : undefined}>
        {cells[column] ?? ''}
        {mistakes.map(({ message }) => (
          <em key={message}>{message}</em>
        ))}
      </span>
    )
  }
  // A mistake may stand in a column that the file does not have: it is shown all the same.
  const columns = (Object.keys(columnTitles) as ImportColumn[]).filter(
    (column) =>
      found.columns.includes(column) ||
      found.shown.some(({ wrong }) => wrong.some((one) => one.column === column)),
  )
  return (
    <Table<Shown>
      size="small"
      rowKey="line"
      pagination={{ pageSize: 20, size: 'small', hideOnSinglePage: true, showSizeChanger: false }}
      scroll={{ x: 'max-content', y: 'min(46vh, 420px)' }}
      dataSource={[
        ...found.shown.filter(({ wrong }) => wrong.length > 0),
        ...found.shown.filter(({ wrong }) => wrong.length === 0),
      ]}
      columns={[
        {
          title: t('importLine'),
          dataIndex: 'line',
          align: 'right',
          fixed: 'left',
          width: 64,
          className: 'figure',
        },
        ...columns.map((column) => ({
          title: t(columnTitles[column]),
          key: column,
          className: style.cell ?? '',
          render: (_: unknown, row: Shown) => cell(column, row),
        })),
      ]}
    />
  )
}

/** What was found in the file, before anything is registered. */
const Found = ({ found }: { found: DroneImport }) => {
  const { t } = useTranslation('drones')
  const bad = found.rows - found.good
  return (
    <div className={style.found}>
      <Alert
        type={found.good === 0 ? 'error' : bad > 0 ? 'warning' : 'success'}
        showIcon
        title={
          bad === 0
            ? t('importGood', { count: found.good, shown: formatCount(found.good) })
            : t('importBad', { count: bad, shown: formatCount(bad), good: formatCount(found.good) })
        }
        description={
          found.unknown.length > 0
            ? t('importUnknown', { names: found.unknown.slice(0, 8).join(', ') })
            : undefined
        }
      />
      <Rows found={found} />
      {found.rows > found.shown.length && (
        <p className={style.hint}>
          {t('importShown', { count: found.shown.length, all: formatCount(found.rows) })}
        </p>
      )}
    </div>
  )
}

/** The columns that a table may have, as a file to be filled in. */
const Templates = () => {
  const { t } = useTranslation('drones')
  const template = useMutation({
    mutationFn: async (format: 'csv' | 'xlsx') =>
      saveFile(
        `${t('templateName')}.${format}`,
        await call('getImportTemplate', { query: { format } }),
      ),
  })
  return (
    <div className={style.templates}>
      <span>{t('template')}</span>
      <Button
        size="small"
        icon={<DownloadOutlined />}
        loading={template.isPending && template.variables === 'xlsx'}
        onClick={() => template.mutate('xlsx')}
      >
        {tableNames.xlsx}
      </Button>
      <Button
        size="small"
        icon={<DownloadOutlined />}
        loading={template.isPending && template.variables === 'csv'}
        onClick={() => template.mutate('csv')}
      >
        {tableNames.csv}
      </Button>
    </div>
  )
}

type ChoiceProps = { isReading: boolean; onChoose: (file: File) => void }
const FileChoice = ({ isReading, onChoose }: ChoiceProps) => {
  const { t } = useTranslation('drones')
  return (
    <div className={style.found}>
      <p className={style.hint}>{t('importText')}</p>
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
        <p>{isReading ? t('importReading') : t('importDrop')}</p>
        <p className={style.hint}>{t('importLimits')}</p>
      </Upload.Dragger>
      <Templates />
    </div>
  )
}

/** The chosen file, what was found in it, and the taking of what is right. */
const useImport = (onTaken: () => void) => {
  const { t } = useTranslation('drones')
  const [file, setFile] = useState<File | null>(null)
  const look = useMutation({
    mutationFn: (chosen: File) => call('previewDroneImport', { file: chosen }),
    onError: () => setFile(null),
  })
  const take = useMutation({
    mutationFn: ({ chosen, found }: { chosen: File; found: DroneImport }) =>
      call(
        'importDrones',
        {
          file: chosen,
          query: { digest: found.digest, onlyWhole: found.good < found.rows ? 'false' : 'true' },
        },
        { timeoutMs: null },
      ),
    onSuccess: ({ imported }) => {
      showSuccess(t('importedNote', { count: imported, shown: formatCount(imported) }))
      onTaken()
    },
    onSettled: () => outdated('listDrones', 'listOperators', 'listManufacturers'),
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

/** A table of drones: chosen, looked at row by row, and registered as a whole. */
export const ImportDrones = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('drones')
  const { file, look, take, choose, forget } = useImport(onClose)
  const found = look.data
  return (
    <Modal
      open
      centered
      width={found ? 1040 : 560}
      title={t('importTitle')}
      onCancel={onClose}
      mask={{ closable: false }}
      destroyOnHidden
      footer={
        <>
          {found && (
            <Button onClick={forget} disabled={take.isPending}>
              {t('importOther')}
            </Button>
          )}
          <Button onClick={onClose} disabled={take.isPending}>
            {t('ui:cancel')}
          </Button>
          {found && file && (
            <Button
              type="primary"
              disabled={found.good === 0}
              loading={take.isPending}
              onClick={() => take.mutate({ chosen: file, found })}
            >
              {t('importTake', { count: found.good, shown: formatCount(found.good) })}
            </Button>
          )}
        </>
      }
    >
      {found ? (
        <Found found={found} />
      ) : (
        <FileChoice isReading={look.isPending} onChoose={choose} />
      )}
    </Modal>
  )
}
