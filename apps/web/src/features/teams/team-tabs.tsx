import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import style from './teams.module.css'

export const teamPath = '/institution_manage/team-list'
export const certificatePath = `${teamPath}/certificates`
export const logbookPath = (userId: string): string => `${teamPath}/logbook/${userId}`

/** From the teams to what their pilots hold, and back. */
export const TeamTabs = () => {
  const { t } = useTranslation('teams')
  return (
    <nav className={style.tabs} aria-label={t('app:teamList')}>
      <NavLink to={teamPath} end>
        {t('app:teamList')}
      </NavLink>
      <NavLink to={certificatePath}>{t('certificates')}</NavLink>
    </nav>
  )
}
