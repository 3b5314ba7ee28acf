import { DownloadOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { Button, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api.ts'
import { useAreaUnit } from '../../lib/area-unit.ts'
import { saveFile } from '../../lib/save-file.ts'
import { ExportFlights } from './export-flights.tsx'
import type { History } from './use-history.ts'

/** What can be done with the flights of a drone, in the head of their panel. */
export const HistoryTools = ({ history: { droneId, filtering, address, list, shown } }: { history: History }) => {
  const { t } = useTranslation('flights')
  const unit = useAreaUnit()
  const save = useMutation({
    mutationFn: async () => saveFile(`${t('exportName')}-${droneId}.csv`, await call('exportFlights', { query: { ...filtering, order: address.order, areaUnit: unit } }, { timeoutMs: null })),
  })
  return (
    <>
      <ExportFlights filtering={filtering} total={list.data?.total ?? 0} chosen={shown.map(({ sortieId }) => sortieId)} />
      <Tooltip title={t('exportCsv')}><Button type="text" size="small" icon={<DownloadOutlined />} loading={save.isPending} aria-label={t('exportCsv')} onClick={() => save.mutate()} /></Tooltip>
    </>
  )
}
