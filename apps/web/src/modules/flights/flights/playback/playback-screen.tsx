import { Button, Skeleton } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Empty, Failure } from '../../../../ui/empty.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { usePlaybackAddress } from '../history/playback-address.ts'
import { PlaybackChoice } from './playback-choice.tsx'
import { PlaybackStage } from './playback-stage.tsx'
import { computeExtent } from './playback-times.ts'
import { usePlayed } from './use-played.ts'

type Address = ReturnType<typeof usePlaybackAddress>

type Props = { address: Address; startTime: string; endTime: string }
const Loaded = ({ address, startTime, endTime }: Props) => {
  const { t } = useTranslation('flights')
  const { droneIds } = address
  const played = usePlayed(
    useMemo(() => ({ droneIds, startTime, endTime }), [droneIds, startTime, endTime]),
  )
  const drones = played.data?.drones
  const extent = useMemo(
    () => (drones ? computeExtent(drones, Date.parse(startTime), Date.parse(endTime)) : null),
    [drones, startTime, endTime],
  )
  if (drones && extent)
    return (
      <PlaybackStage key={played.dataUpdatedAt} drones={drones} {...extent} address={address} />
    )
  return (
    <Panel
      side="left"
      title={t('terms:playback')}
      extra={
        <Button size="small" type="text" onClick={address.again}>
          {t('chooseOthers')}
        </Button>
      }
    >
      <h1 className="sr-only">{t('terms:playback')}</h1>
      {played.isError ? (
        <Failure error={played.error} onRetry={() => void played.refetch()} />
      ) : drones ? (
        <Empty
          title={t('nobodyFlew')}
          reason={t('nobodyFlewReason')}
          action={<Button onClick={address.again}>{t('chooseOthers')}</Button>}
        />
      ) : (
        <div className="p-16">
          <Skeleton active title={false} paragraph={{ rows: 8 }} />
        </div>
      )}
    </Panel>
  )
}

/** Plays back several drones together: select drones and a period, then play. */
export const PlaybackScreen = () => {
  const address = usePlaybackAddress()
  const { droneIds, startTime, endTime, isChoosing } = address
  return !isChoosing && droneIds.length > 0 && startTime && endTime ? (
    <Loaded
      key={`${droneIds.join(' ')} ${startTime} ${endTime}`}
      address={address}
      startTime={startTime}
      endTime={endTime}
    />
  ) : (
    <PlaybackChoice address={address} />
  )
}
