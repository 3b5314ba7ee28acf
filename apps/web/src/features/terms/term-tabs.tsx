import { LeftOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { Link, NavLink } from 'react-router'
import style from './terms.module.css'

const base = '/business_manage/block-list'
const tabs = [
  { path: `${base}/crops`, label: 'terms:crops' },
  { path: `${base}/chemicals`, label: 'terms:chemicals' },
  { path: `${base}/work-types`, label: 'terms:workTypes' },
] as const

/** From one list of words to the others, and back to the plots for which they are used. */
export const TermTabs = () => {
  const { t } = useTranslation('terms')
  return (
    <nav className={style.tabs} aria-label={t('terms:cropsAndChemicals')}>
      <Link to={base}>
        <LeftOutlined aria-hidden /> {t('terms:plots')}
      </Link>
      {tabs.map(({ path, label }) => (
        <NavLink key={path} to={path}>
          {t(label)}
        </NavLink>
      ))}
    </nav>
  )
}
