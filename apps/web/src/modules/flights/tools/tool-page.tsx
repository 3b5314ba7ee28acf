import { LeftOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { toolsPath } from './tool-list.tsx'
import style from './tools.module.css'

/** Link back to all tools. */
export const ToTools = () => {
  const { t } = useTranslation('tools')
  return (
    <Link className="back-icon" to={toolsPath} title={t('toTools')} aria-label={t('toTools')}>
      <LeftOutlined />
    </Link>
  )
}

/** What a tool answers, a line each; shown before it has a file. */
export const ToolShows = ({ lines }: { lines: readonly string[] }) => {
  const { t } = useTranslation('tools')
  return (
    <section className={style.card}>
      <h2>{t('toolShows')}</h2>
      <ul className={style.shows}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}

type Props = { title: string; lead: string; children: ReactNode }

/** The layout of a tool that covers the map: heading, description and content. */
export const ToolPage = ({ title, lead, children }: Props) => (
  <div className={`relative grid gap-20 content-start ${style.screen}`}>
    <div>
      <div className="flex items-center">
        <ToTools />
        <h1 className="page-title">{title}</h1>
      </div>
      <p className={style.lead}>{lead}</p>
    </div>
    {children}
  </div>
)
