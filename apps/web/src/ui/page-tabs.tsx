import { useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import style from './page-tabs.module.css'

type Props = { name: string; tabs: readonly { path: string; label: string; count?: number }[] }

/** Pages that share one menu entry, as tabs. On phones the selected one is scrolled into view. */
export const PageTabs = ({ name, tabs }: Props) => {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  /** Counts arrive later and move the tabs. */
  const texts = tabs.map(({ label, count }) => `${label} ${count ?? ''}`).join()
  useEffect(() => {
    const selected = nav.current?.querySelector('[aria-current=page]')
    selected?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [pathname, texts])
  return (
    <nav ref={nav} className={style.tabs} aria-label={name}>
      {tabs.map(({ path, label, count }) => (
        // Subpages belong to their page, unless another tab has its own path there.
        <NavLink key={path} to={path} end={tabs.some((other) => other.path.startsWith(`${path}/`))}>
          {label}
          {count !== undefined && count > 0 && (
            <span className={`text-12 leading-18 tabular ${style.count}`}>{count}</span>
          )}
        </NavLink>
      ))}
    </nav>
  )
}
