import { useTranslation } from 'react-i18next'
import style from './stat-screen.module.css'

export type KeyItem = {
  readonly name: string
  readonly colour: string
  readonly isDashed?: boolean
}

type Props = {
  items: readonly KeyItem[]
  /** The chart ends in a period that is not over. */
  isRunning?: boolean
}

/** The legend of a chart. */
export const ChartKey = ({ items, isRunning = false }: Props) => {
  const { t } = useTranslation('stat-screen')
  const running = { name: t('soFar'), colour: items[0]?.colour ?? '', isDashed: true }
  return (
    <ul className={style.key}>
      {[...items, ...(isRunning ? [running] : [])].map(({ name, colour, isDashed }) => (
        <li key={name}>
          <i style={{ borderColor: colour }} data-dashed={isDashed ?? false} />
          {name}
        </li>
      ))}
    </ul>
  )
}
