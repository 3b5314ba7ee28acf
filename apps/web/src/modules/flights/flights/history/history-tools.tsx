import { DownloadOutlined, FileSearchOutlined, PlayCircleOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { call } from '../../../../lib/api.ts'
import { useAreaUnit } from '../../../../lib/area-unit.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import { useUser } from '../../../../lib/session.ts'
import { buildLogsPath } from '../../../../ui/logs-link.tsx'
import { FlightsMenu } from '../export/export-flights.tsx'
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
  const user = useUser()
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
    <FlightsMenu
      filtering={filtering}
      total={list.data?.total ?? 0}
      chosen={shown.map(({ sortieId }) => sortieId)}
      others={[
        {
          key: 'play',
          icon: <PlayCircleOutlined aria-hidden />,
          label: t('playDay'),
          disabled: sorties.length === 0,
          onClick: play,
        },
        ...(user.can.manageEquipment
          ? [
              {
                key: 'logs',
                icon: <FileSearchOutlined aria-hidden />,
                label: t('terms:flightLogs'),
                onClick: () => void navigate(buildLogsPath(droneId)),
              },
            ]
          : []),
        {
          key: 'csv',
          icon: <DownloadOutlined aria-hidden />,
          label: t('exportCsv'),
          disabled: save.isPending,
          onClick: () => save.mutate(),
        },
      ]}
    />
  )
}
