import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import style from './data-stats.module.css'

export const statsPath = '/data_stat_manage/data-stat-list'
const tabs = [
  { path: statsPath, label: 'terms:dataStats' },
  { path: `${statsPath}/~/drone-statistics`, label: 'terms:droneStatistics' },
] as const

/** From saved statistics to the figures of each drone, and back. */
export const StatTabs = () => {
  const { t } = useTranslation('terms')
  return (
    <nav className={style.tabs} aria-label={t('terms:dataStats')}>
      {tabs.map(({ path, label }) => (
        <NavLink key={path} to={path} end>
          {t(label)}
        </NavLink>
      ))}
    </nav>
  )
}
