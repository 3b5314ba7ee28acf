import { DownloadOutlined, PlayCircleOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { Button, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { call } from '../../../../lib/api.ts'
import { useAreaUnit } from '../../../../lib/area-unit.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import { LogsLink } from '../../../../ui/logs-link.tsx'
import { ExportFlights } from '../export/export-flights.tsx'
import { toDay, isoOfDay } from './history-days.ts'
import { nextDay } from './month-grid.ts'
import { playbackPath } from './playback-address.ts'
import type { History } from './use-history.ts'

/** Actions on a drone's flights, in the header of their panel. */
export const HistoryTools = ({
  history: { droneId, filtering, address, list, shown, sorties },
}: {
  history: History
}) => {
  const { t } = useTranslation('flights')
  const unit = useAreaUnit()
  const navigate = useNavigate()
  // Plays the selected day for several drones: others that flew then can be added there.
  const day = toDay(address.startTime ?? sorties[0]?.startTime ?? Date.now())
  const play = (): void =>
    void navigate(
      playbackPath({
        droneIds: [droneId],
        startTime: isoOfDay(day),
        endTime: isoOfDay(nextDay(day)),
      }),
    )
  const save = useMutation({
    mutationFn: async () =>
      saveFile(
        `${t('exportName')}-${droneId}.csv`,
        await call(
          'exportFlights',
          { query: { ...filtering, order: address.order, areaUnit: unit } },
          { timeoutMs: null },
        ),
      ),
  })
  return (
    <>
      <LogsLink droneId={droneId} iconOnly type="text" size="small" />
      <Tooltip title={t('playDay')}>
        <Button
          type="text"
          size="small"
          icon={<PlayCircleOutlined />}
          aria-label={t('playDay')}
          disabled={sorties.length === 0}
          onClick={play}
        />
      </Tooltip>
      <ExportFlights
        filtering={filtering}
        total={list.data?.total ?? 0}
        chosen={shown.map(({ sortieId }) => sortieId)}
      />
      <Tooltip title={t('exportCsv')}>
        <Button
          type="text"
          size="small"
          icon={<DownloadOutlined />}
          loading={save.isPending}
          aria-label={t('exportCsv')}
          onClick={() => save.mutate()}
        />
      </Tooltip>
    </>
  )
}
