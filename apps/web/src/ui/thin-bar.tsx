import style from './thin-bar.module.css'

/**
 * Shows that something is loading while the content stays. Hidden from screen readers, which
 * announce the result.
 */
export const ThinBar = ({ active }: { active: boolean }) => (
  <div className={style.bar} data-active={active} aria-hidden="true" />
)
