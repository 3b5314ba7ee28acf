import style from './alarm-mark.module.css'

/**
 * An alarm's level in colour and shape: 1 a triangle, 2 a diamond, 3 a square. Leave the title
 * empty where adjacent text names the level.
 */
export const AlarmMark = ({ level, title }: { level: 1 | 2 | 3; title: string }) => (
  <svg
    className={style.mark}
    data-level={level}
    viewBox="0 0 16 16"
    {...(title === '' ? { 'aria-hidden': true } : { 'role': 'img', 'aria-label': title })}
  >
    {title !== '' && <title>{title}</title>}
    {level === 1 && <path d="M8 1.500l7 13H1z" />}
    {level === 2 && <path d="M8 1l7 7-7 7-7-7z" />}
    {level === 3 && <rect x="2.500" y="2.500" width="11" height="11" rx="1" />}
  </svg>
)
