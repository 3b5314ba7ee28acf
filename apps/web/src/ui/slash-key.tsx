import style from './slash-key.module.css'

/** The key that focuses a search field, shown in it; see `useSlash`. */
export const SlashKey = () => (
  <kbd className={style.key} aria-hidden="true">
    /
  </kbd>
)
