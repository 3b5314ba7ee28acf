import { DownloadOutlined } from '@ant-design/icons'
import type { DataStat } from '@swath/contract/figures/data-stats'
import { Button, Dropdown } from 'antd'
import { useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartDrawing } from '../../../charts/stat-chart.tsx'
import { call } from '../../../lib/api.ts'
import { useAreaUnit } from '../../../lib/area-unit.ts'
import { showError } from '../../../lib/errors.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { tableNames } from '../../../ui/table-exports.ts'

const pictureNames = { png: 'PNG', svg: 'SVG' } as const
type Format = keyof typeof tableNames | keyof typeof pictureNames

/** Replaces characters that are not allowed in file names. */
const toFileName = (name: string): string => name.replaceAll(/[\\/:*?"<>|]/g, ' ').trim()

type Props = { stat: DataStat; drawing: RefObject<ChartDrawing | null> }

/** Exports the figures, and the chart if there is one. */
export const StatExportMenu = ({ stat, drawing }: Props) => {
  const { t } = useTranslation('data-stats')
  const readersUnit = useAreaUnit()
  const [isBusy, setBusy] = useState(false)
  const name = toFileName(stat.name)
  const isDrawn = stat.settings.showType !== 'table'

  const save = async (format: Format): Promise<void> => {
    if (format === 'csv' || format === 'xlsx') {
      const query = { format, areaUnit: stat.settings.areaUnit ?? readersUnit }
      const parts = { params: { statId: stat.statId }, query }
      saveFile(`${name}.${format}`, await call('exportDataStat', parts, { timeoutMs: null }))
      return
    }
    if (!drawing.current) return
    const files = await import('../../../charts/chart-files.ts')
    if (format === 'svg') files.saveSvg(name, drawing.current)
    else await files.savePng(name, drawing.current)
  }
  const start = (format: Format): void => {
    setBusy(true)
    save(format)
      .catch(showError)
      .finally(() => setBusy(false))
  }
  const labels = { ...(isDrawn ? pictureNames : {}), ...tableNames }
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: Object.entries(labels).map(([key, label]) => ({ key, label })),
        onClick: ({ key }) => start(key as Format),
      }}
    >
      <Button icon={<DownloadOutlined aria-hidden />} loading={isBusy}>
        {t('terms:export')}
      </Button>
    </Dropdown>
  )
}
