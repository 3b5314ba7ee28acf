import style from './thin-bar.module.css'

/**
 * Something is on its way while what is shown stays; silent for screen readers, who hear of the
 * result.
 */
export const ThinBar = ({ active }: { active: boolean }) => (
  <div className={style.bar} data-active={active} aria-hidden="true" />
)
