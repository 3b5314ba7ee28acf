import {
  importColumns,
  type DroneImport,
  type ImportColumn,
} from '@swath/contract/fleet/drone-imports'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api.ts'
import { showSuccess } from '../../../lib/errors.ts'
import { formatCount } from '../../../lib/format.ts'
import { outdated } from '../../../lib/query.ts'
import { TableUpload } from '../../../ui/table-upload.tsx'

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

/** Imports drones from a table: choose a file, check the rows, then register them together. */
export const ImportDrones = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('drones')
  return (
    <TableUpload<DroneImport>
      title={t('importTitle')}
      onClose={onClose}
      texts={{
        about: t('importText'),
        drop: t('importDrop'),
        reading: t('importReading'),
        limits: t('importLimits'),
        template: t('template'),
        templateName: t('templateName'),
        line: t('importLine'),
        other: t('importOther'),
      }}
      // Also lists columns that the file lacks, because errors may concern them.
      columns={({ columns, shown }) =>
        importColumns
          .filter(
            (key) =>
              columns.includes(key) ||
              shown.some(({ wrong }) => wrong.some(({ column }) => column === key)),
          )
          .map((key) => ({ key, title: t(columnTitles[key]) }))
      }
      describe={({ rows, good, unknown, shown }) => ({
        title:
          good === rows
            ? t('importGood', { count: good, shown: formatCount(good) })
            : t('importBad', {
                count: rows - good,
                shown: formatCount(rows - good),
                good: formatCount(good),
              }),
        notes:
          unknown.length > 0 ? [t('importUnknown', { names: unknown.slice(0, 8).join(', ') })] : [],
        shownOfAll: t('importShown', { count: shown.length, all: formatCount(rows) }),
        take: t('importTake', { count: good, shown: formatCount(good) }),
      })}
      preview={(file) => call('previewDroneImport', { file })}
      take={async (file, { digest, good, rows }) => {
        const query = { digest, onlyWhole: good < rows ? 'false' : 'true' } as const
        try {
          const { imported } = await call('importDrones', { file, query }, { timeoutMs: null })
          showSuccess(t('importedNote', { count: imported, shown: formatCount(imported) }))
          onClose()
        } finally {
          await outdated('listDrones', 'listOperators', 'listManufacturers')
        }
      }}
      template={(format) => call('getImportTemplate', { query: { format } })}
    />
  )
}
