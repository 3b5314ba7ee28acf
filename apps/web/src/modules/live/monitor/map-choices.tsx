import { Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { mapSettings, type MapSettings } from '../../../lib/map-settings.ts'
import { useStored } from '../../../lib/stored.ts'
import { FlightMark, flightLabels } from '../../../ui/flight-badge.tsx'
import style from './monitor-panel.module.css'

const flights = ['spraying', 'flying', 'ground', 'offline'] as const

/** The legend of the map's signs. */
export const Legend = () => {
  const { t } = useTranslation('monitor')
  return (
    <ul className={`list-plain grid gap-6 text-13 ${style.legend}`} aria-label={t('legend')}>
      {flights.map((flight) => (
        <li key={flight}>
          <FlightMark flight={flight} />
          {t(flightLabels[flight])}
        </li>
      ))}
      <li>
        <FlightMark flight="flying" simulated />
        {t('ui:simulated')}
      </li>
      <li>
        <span className={style.zone} aria-hidden="true" />
        {t('terms:noFlyZone')}
      </li>
      <li>
        <span className={style.stayIn} aria-hidden="true" />
        {t('no-fly-zones:kindStayIn')}
      </li>
      <li>
        <span className={style.plot} aria-hidden="true" />
        {t('terms:plot')}
      </li>
      <li>
        <span className={style.alarms} aria-hidden="true">
          <i data-level="1" />
          <i data-level="2" />
          <i data-level="3" />
        </span>
        {t('alarmLevels')}
      </li>
    </ul>
  )
}

/** Settings of the map, stored in this browser (specification, section 3). */
export const MapChoices = () => {
  const { t } = useTranslation('monitor')
  const settings = useStored(mapSettings)
  const lines: readonly { name: keyof MapSettings; label: string }[] = [
    { name: 'showDrone', label: t('terms:drones') },
    { name: 'showOfflineDrone', label: t('showOfflineDrone') },
    { name: 'showNoFlyZone', label: t('showNoFlyZone') },
    { name: 'showBlock', label: t('terms:plots') },
    { name: 'showAlert', label: t('terms:alarms') },
  ]
  return (
    <div className={style.choices}>
      {lines.map(({ name, label }) => (
        <div key={name} className="flex gap-16 items-center justify-between">
          <span id={`map-${name}`}>{label}</span>
          <Switch
            size="small"
            checked={settings[name]}
            aria-labelledby={`map-${name}`}
            onChange={(isOn) => mapSettings.set({ ...settings, [name]: isOn })}
          />
        </div>
      ))}
    </div>
  )
}
