import { Popover, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { hostTheme } from '../lib/host-theme.ts'
import { mapSettings } from '../lib/map-settings.ts'
import { useUser } from '../lib/session.ts'
import { useStored } from '../lib/stored.ts'
import style from './map-layer-switch.module.css'

type Choice = 'showHdMap' | 'showWeather' | 'showGrid'

/** The map layers that this host offers in addition to the base map. */
const listChoices = (): readonly Choice[] => {
  const { mapArchives, mapRasterUrl, mapWeatherUrl } = hostTheme()
  const hasPictures = mapRasterUrl !== null || mapArchives.some(({ kind }) => kind === 'pictures')
  return [
    ...(hasPictures ? (['showHdMap'] as const) : []),
    ...(mapWeatherUrl === null ? [] : (['showWeather'] as const)),
    'showGrid',
  ]
}

const labels = {
  showHdMap: 'mapPictures',
  showWeather: 'mapWeather',
  showGrid: 'mapGrid',
} as const satisfies Record<Choice, string>

const Choices = () => {
  const { t } = useTranslation('app')
  const settings = useStored(mapSettings)
  const user = useUser()
  const { mapArchives, mapStyleUrl } = hostTheme()
  const grounds = mapArchives.filter(({ kind }) => kind !== 'pictures').map(({ title }) => title)
  const choices = listChoices()
  return (
    <div className={style.choices}>
      <p className={style.ground}>
        <span>{t('mapGround')}</span>
        <span>
          {mapStyleUrl === null
            ? [...grounds, t('mapBuiltIn')].join(' · ')
            : new URL(mapStyleUrl).hostname}
        </span>
      </p>
      {choices.map((name) => (
        <div key={name} className={style.choice}>
          <span id={`layer-${name}`}>{t(labels[name])}</span>
          <Switch
            checked={settings[name]}
            aria-labelledby={`layer-${name}`}
            onChange={(isOn) => mapSettings.set({ ...settings, [name]: isOn })}
          />
        </div>
      ))}
      {user.accountType === 'platform' && choices.length < 3 && (
        <p className="m-0 muted text-12">{t('mapLayersHint')}</p>
      )}
    </div>
  )
}

/** A control to toggle the available layers. */
export const MapLayerSwitch = () => {
  const { t } = useTranslation('app')
  return (
    <Popover trigger="click" placement="leftBottom" content={<Choices />}>
      <button
        type="button"
        className={style.button}
        title={t('mapLayers')}
        aria-label={t('mapLayers')}
      >
        <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
          <path
            d="M10 3 2.5 7 10 11l7.5-4L10 3Zm-7.5 7L10 14l7.5-4M2.5 13 10 17l7.5-4"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.6"
            strokeLinejoin="round"
          />
        </svg>
      </button>
    </Popover>
  )
}
