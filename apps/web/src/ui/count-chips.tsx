import { useSearchParams } from 'react-router'
import { formatCount } from '../lib/format.ts'
import style from './count-chips.module.css'

type Chip = { value: string; label: string; count: number | undefined }
type Props = {
  /** What the address calls it. */
  name: string
  label: string
  /** The first is what is shown unless asked otherwise. */
  chips: readonly Chip[]
}

/** The number of rows in each state; each chip is a filter. */
export const CountChips = ({ name, label, chips }: Props) => {
  const [params, setParams] = useSearchParams()
  const usual = chips[0]?.value
  const chosen = params.get(name) ?? usual
  const choose = (value: string): void =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete('currentPage')
        if (value === usual) after.delete(name)
        else after.set(name, value)
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  return (
    <div className={style.chips} role="group" aria-label={label}>
      {chips.map((chip) => (
        <button
          key={chip.value}
          type="button"
          className={style.chip}
          aria-pressed={chosen === chip.value}
          onClick={() => choose(chip.value)}
        >
          {chip.label}
          <strong>{formatCount(chip.count)}</strong>
        </button>
      ))}
    </div>
  )
}
