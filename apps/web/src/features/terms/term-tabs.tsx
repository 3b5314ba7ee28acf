import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import style from './terms.module.css'

const base = '/business_manage/block-list'
const tabs = [
  { path: base, label: 'terms:plots' },
  { path: `${base}/crops`, label: 'terms:crops' },
  { path: `${base}/chemicals`, label: 'terms:chemicals' },
  { path: `${base}/work-types`, label: 'terms:workTypes' },
] as const

/** From the plots to the words that they are described with, and back. */
export const TermTabs = () => {
  const { t } = useTranslation('terms')
  return (
    <nav className={style.tabs} aria-label={t('terms:cropsAndChemicals')}>
      {tabs.map(({ path, label }) => (
        <NavLink key={path} to={path} end>
          {t(label)}
        </NavLink>
      ))}
    </nav>
  )
}
