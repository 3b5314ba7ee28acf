import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import style from './flight-list.module.css'

export const simulatedListPath = '/business_manage/drone-list/simulated-flights'

/** Tabs for real and simulated flights. */
export const FlightLists = () => {
  const { t } = useTranslation('flights')
  return (
    <nav className={style.lists} aria-label={t('whichFlights')}>
      <NavLink to="/business_manage/drone-list/flights">{t('terms:flights')}</NavLink>
      <NavLink to={simulatedListPath} end>
        {t('terms:simulatedFlights')}
      </NavLink>
    </nav>
  )
}
