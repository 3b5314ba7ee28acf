import { PushpinOutlined } from '@ant-design/icons'
import type { LngLat } from '@swath/domain/lng-lat'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLiveTick } from '../../../lib/live/live-tick.ts'
import { DroneRow, findPlace, type Drone } from './drone-rows.tsx'
import style from './drone-rows.module.css'

type Props = { drone: Drone; onPress: () => void; onHover: (place: LngLat | null) => void }

/** The selected drone above a list that does not contain it; a click shows it on the map again. */
export const PinnedDrone = ({ drone, onPress, onHover }: Props) => {
  const { t } = useTranslation('monitor')
  const nowMs = useLiveTick()
  useEffect(() => () => onHover(null), [onHover])
  return (
    <section className={style.pinned} aria-label={t('pinned')}>
      <p className="flex gap-6 items-center m-0 muted text-12">
        <PushpinOutlined aria-hidden /> {t('pinned')}
      </p>
      <button
        type="button"
        className={style.row}
        aria-pressed
        onClick={onPress}
        onPointerEnter={() => onHover(findPlace(drone))}
        onPointerLeave={() => onHover(null)}
      >
        <DroneRow drone={drone} nowMs={nowMs} />
      </button>
    </section>
  )
}
