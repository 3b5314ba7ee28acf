import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { tools } from './tool-list.tsx'
import style from './tools.module.css'

/** Small tools for the desk and the field, each with its own address. */
export const ToolsScreen = () => {
  const { t } = useTranslation('tools')
  return (
    <div className={`relative grid gap-20 content-start ${style.screen}`}>
      <div>
        <h1 className="page-title">{t('terms:tools')}</h1>
        <p className={style.lead}>{t('lead')}</p>
      </div>
      <ul className={`list-plain grid gap-16 ${style.tiles}`}>
        {tools.map(({ path, title, text, icon }) => (
          <li key={path}>
            <Link className={`flex gap-16 card ink h-full ${style.tile}`} to={path}>
              <span className={style.icon} aria-hidden="true">
                {icon}
              </span>
              <span>
                <strong className="block semibold">{t(title)}</strong>
                <small>{t(text)}</small>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
