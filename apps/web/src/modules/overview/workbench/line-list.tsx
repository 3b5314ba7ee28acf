import { RightOutlined } from '@ant-design/icons'
import type { WorkbenchLine } from '@swath/contract/overview/workbench'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatCount, formatDay } from '../../../lib/format.ts'
import { useOwnScreens, type OwnScreens } from '../../../ui/own-screens.ts'
import { lineLooks, type LineGroup, type LineLook } from './line-looks.tsx'
import style from './workbench.module.css'

const findWay = ({ ways }: LineLook, { findPath }: OwnScreens): string | undefined => {
  for (const { screen, under = '', query = {} } of ways) {
    const path = findPath(screen)
    if (path === undefined) continue
    const asked = new URLSearchParams(query).toString()
    return `${path}${under}${asked === '' ? '' : `?${asked}`}`
  }
  return undefined
}

const Line = ({ line: { name, count, firstAt } }: { line: WorkbenchLine }) => {
  const { t } = useTranslation('workbench')
  const look = lineLooks[name]
  const to = findWay(look, useOwnScreens())
  const content = (
    <>
      <span className={`flex-none inline-flex muted text-16 ${style.mark}`}>{look.mark}</span>
      {!look.isUncounted && (
        <strong className={`flex-none text-20 semibold tabular ${style.count}`}>
          {formatCount(count)}
        </strong>
      )}
      <span className={style.label}>
        {t(look.label, { count })}
        {firstAt && <small>{t('firstEnds', { day: formatDay(firstAt) })}</small>}
      </span>
    </>
  )
  return (
    <li data-line={name}>
      {to === undefined ? (
        <span className={`flex gap-10 items-center rounded-8 ink ${style.line}`}>{content}</span>
      ) : (
        <Link className={`flex gap-10 items-center rounded-8 ink ${style.line}`} to={to}>
          {content}
          <RightOutlined className={style.arrow} aria-hidden />
        </Link>
      )}
    </li>
  )
}

type Props = {
  lines: readonly WorkbenchLine[]
  group: LineGroup
  title: string
  /** Above the lines. */
  children?: ReactNode
}

/** Lines of one group, each with a link to the screen where it is handled. */
export const LineList = ({ lines, group, title, children }: Props) => {
  const own = lines.filter(({ name }) => lineLooks[name].group === group)
  return own.length === 0 ? null : (
    <section className={style.card} data-group={group} aria-label={title}>
      <h2>{title}</h2>
      {children}
      <ul className={style.lines}>
        {own.map((line) => (
          <Line key={line.name} line={line} />
        ))}
      </ul>
    </section>
  )
}

export const hasLines = (lines: readonly WorkbenchLine[], group: LineGroup): boolean =>
  lines.some(({ name }) => lineLooks[name].group === group)
