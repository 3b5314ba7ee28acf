import { Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { mapSettings, type MapSettings } from '../../../lib/map-settings.ts'
import { useStored } from '../../../lib/stored.ts'
import { AlarmMark } from '../../../ui/alarm-mark.tsx'
import { FlightMark, flightLabels } from '../../../ui/flight-badge.tsx'
import style from './monitor-panel.module.css'

const flights = ['spraying', 'flying', 'ground', 'offline'] as const

/** `hasDrones`: whether the account sees drones and their alarms; farmers see plots only. */
type Props = { hasDrones: boolean }

/** The legend of the signs that the map shows with its present settings. */
export const Legend = ({ hasDrones }: Props) => {
  const { t } = useTranslation('monitor')
  const settings = useStored(mapSettings)
  const showsDrones = hasDrones && settings.showDrone
  return (
    <ul className={`list-plain grid gap-6 text-13 ${style.legend}`} aria-label={t('legend')}>
      {showsDrones &&
        flights
          .filter((flight) => flight !== 'offline' || settings.showOfflineDrone)
          .map((flight) => (
            <li key={flight}>
              <FlightMark flight={flight} />
              {t(flightLabels[flight])}
            </li>
          ))}
      {showsDrones && (
        <li>
          <FlightMark flight="flying" simulated />
          {t('ui:simulated')}
        </li>
      )}
      {settings.showNoFlyZone && (
        <>
          <li>
            <span className={style.zone} aria-hidden="true" />
            {t('terms:noFlyZone')}
          </li>
          <li>
            <span className={style.stayIn} aria-hidden="true" />
            {t('no-fly-zones:kindStayIn')}
          </li>
        </>
      )}
      {settings.showBlock && (
        <li>
          <span className={style.plot} aria-hidden="true" />
          {t('terms:plot')}
        </li>
      )}
      {hasDrones && settings.showAlert && (
        <li>
          <span className={style.alarms} aria-hidden="true">
            <AlarmMark level={1} title="" />
            <AlarmMark level={2} title="" />
            <AlarmMark level={3} title="" />
          </span>
          {t('alarmLevels')}
        </li>
      )}
    </ul>
  )
}

/** Settings of the map, stored in this browser (specification, section 3). */
export const MapChoices = ({ hasDrones }: Props) => {
  const { t } = useTranslation('monitor')
  const settings = useStored(mapSettings)
  const lines: readonly { name: keyof MapSettings; label: string; isOfDrones?: true }[] = [
    { name: 'showDrone', label: t('terms:drones'), isOfDrones: true },
    { name: 'showOfflineDrone', label: t('showOfflineDrone'), isOfDrones: true },
    { name: 'showNoFlyZone', label: t('showNoFlyZone') },
    { name: 'showBlock', label: t('terms:plots') },
    { name: 'showAlert', label: t('terms:alarms'), isOfDrones: true },
  ]
  const offered = lines.filter(({ isOfDrones = false }) => hasDrones || !isOfDrones)
  return (
    <div className={style.choices}>
      {offered.map(({ name, label }) => (
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
