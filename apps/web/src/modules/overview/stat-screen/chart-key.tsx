import style from './stat-screen.module.css'

export type KeyItem = {
  readonly name: string
  readonly colour: string
  readonly isDashed?: boolean
}

/** The legend of a chart. */
export const ChartKey = ({ items }: { items: readonly KeyItem[] }) => (
  <ul className={style.key}>
    {items.map(({ name, colour, isDashed }) => (
      <li key={name}>
        <i style={{ borderColor: colour }} data-dashed={isDashed ?? false} />
        {name}
      </li>
    ))}
  </ul>
)
