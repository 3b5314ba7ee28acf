import type { FlightWeather } from '@swath/contract/flights/flights'
import { Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { weatherLines } from '../weather-lines.ts'
import style from './sortie-record.module.css'
import { dash, formatUnit } from '../../../../lib/format.ts'

/** The weather during spraying: spraying regulations require it. */
export const SortieWeather = ({ weather }: { weather: FlightWeather | null }) => {
  const { t } = useTranslation('flights')
  return (
    <section className={style.extra}>
      <h3>{t('weather')}</h3>
      {weather === null ? (
        <p>{t('noWeather')}</p>
      ) : (
        <dl className={style.rows}>
          {weatherLines(weather, t).map(({ label, text, unit, note, isAccepted }) => (
            <div key={label}>
              <dt title={label === 'flights:deltaT' ? t('deltaTHint') : undefined}>{t(label)}</dt>
              <dd>
                {text}
                {unit && text !== dash && <span className="unit"> {formatUnit(unit)}</span>}
                {note && <small className="block muted"> {note}</small>}
                {isAccepted === false && (
                  <Tag color="warning" className={style.outside}>
                    {t('outOfRange')}
                  </Tag>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
