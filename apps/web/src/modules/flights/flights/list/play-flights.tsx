import { PlayCircleOutlined } from '@ant-design/icons'
import type { Sortie } from '@swath/contract/flights/flight-list'
import { longestPlayedMs, mostPlayed } from '@swath/contract/flights/flights'
import { Button, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { playbackPath } from '../history/playback-address.ts'

/** Opens a playback of the selected flights, from the first take-off to the last landing. */
export const PlayFlights = ({ sorties }: { sorties: readonly Sortie[] }) => {
  const { t } = useTranslation('flights')
  const navigate = useNavigate()
  const droneIds = [...new Set(sorties.map(({ droneId }) => droneId))]
  const fromMs = Math.min(...sorties.map(({ startTime }) => Date.parse(startTime)))
  const untilMs = Math.max(...sorties.map(({ endTime }) => Date.parse(endTime)))
  const hindrance =
    droneIds.length > mostPlayed
      ? t('playTooMany', { count: mostPlayed })
      : untilMs - fromMs > longestPlayedMs
        ? t('playTooLong')
        : null
  return (
    <Tooltip title={hindrance}>
      <Button
        size="small"
        type="primary"
        icon={<PlayCircleOutlined />}
        disabled={hindrance !== null}
        onClick={() =>
          void navigate(
            playbackPath({
              droneIds,
              startTime: new Date(fromMs).toISOString(),
              endTime: new Date(untilMs + 1000).toISOString(),
            }),
          )
        }
      >
        {t('playTogether')}
      </Button>
    </Tooltip>
  )
}
