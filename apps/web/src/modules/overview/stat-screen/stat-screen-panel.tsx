import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { dash, formatAgo, formatClock } from '../../../lib/format.ts'
import { PanelSeenContext, useStatScreenNow } from './stat-screen-context.ts'
import style from './stat-screen.module.css'

export type PanelAge = {
  readonly atMs: number
  readonly isOld: boolean
  readonly hasFailed: boolean
}

/** The age of the data; a label and a colour mark data that could not be refreshed. */
export const AgeStamp = ({ atMs, isOld, hasFailed }: PanelAge) => {
  const { t } = useTranslation('stat-screen')
  // By the minute: a stamp that moves each second draws the eye.
  const nowMs = useStatScreenNow(60)
  if (atMs === 0)
    return hasFailed ? (
      <span className={style.age} data-old="true" role="status">
        {t('notLoaded')}
      </span>
    ) : null
  const ago = formatAgo(atMs, Math.max(atMs, nowMs))
  return (
    <span className={style.age} data-old={isOld} role={isOld ? 'status' : undefined}>
      {isOld
        ? t('oldFigures', { time: formatClock(atMs), ago })
        : t('asOf', { time: formatClock(atMs).slice(0, 5) })}
    </span>
  )
}

/**
 * Whether the panel is visible or nearly so, so that it starts loading before it is scrolled into
 * view.
 */
const useSeen = () => {
  const box = useRef<HTMLElement>(null)
  const [isSeen, setSeen] = useState(typeof IntersectionObserver === 'undefined')
  useEffect(() => {
    if (!box.current || typeof IntersectionObserver === 'undefined') return undefined
    const observer = new IntersectionObserver(([entry]) => setSeen(entry!.isIntersecting), {
      rootMargin: '10%',
    })
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  return { box, isSeen }
}

type Props = { name: string; children: ReactNode }

/** A place on the screen whose content loads while it is in sight. */
export const StatScreenPlace = ({ name, children }: Props) => {
  const { box, isSeen } = useSeen()
  return (
    <section ref={box} className={style.place} data-place={name}>
      <PanelSeenContext value={isSeen}>{children}</PanelSeenContext>
    </section>
  )
}

type PanelProps = { title: ReactNode; age?: PanelAge; extra?: ReactNode; children: ReactNode }

export const StatScreenPanel = ({ title, age, extra, children }: PanelProps) => {
  const id = useId()
  return (
    <div className={style.panel} role="group" aria-labelledby={id}>
      <header className={style.panelHead}>
        <h2 id={id}>{title}</h2>
        {extra}
        {age && <AgeStamp {...age} />}
      </header>
      <div className={style.panelBody}>{children}</div>
    </div>
  )
}

type Known = { readonly data: unknown; readonly hasFailed: boolean }

/**
 * Placeholder for an empty list or chart: the data is loading, could not be loaded, or there is
 * none.
 */
export const NoData = ({ answers }: { answers: readonly Known[] }) => {
  const { t } = useTranslation('stat-screen')
  const missing = answers.filter(({ data }) => data === undefined)
  if (missing.length === 0) return <p className={style.noData}>{t('noData')}</p>
  return missing.some(({ hasFailed }) => hasFailed) ? (
    <p className={style.noData}>{dash}</p>
  ) : (
    <div className={style.waiting} aria-busy="true" />
  )
}
