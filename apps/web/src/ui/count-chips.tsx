import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { formatCount } from '../lib/format.ts'
import style from './count-chips.module.css'

type Chip = { value: string; label: string; count: number | undefined }
type Props = {
  /** Name of the URL parameter. */
  name: string
  label: string
  /** The first chip is the default. */
  chips: readonly Chip[]
}

/** The number of rows in each state; each chip is a filter. */
const CountChips = ({ name, label, chips }: Props) => {
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
          className={`flex-none inline-flex gap-8 items-center card ink ${style.chip}`}
          aria-pressed={chosen === chip.value}
          onClick={() => choose(chip.value)}
        >
          {chip.label}
          <strong className="tabular">{formatCount(chip.count)}</strong>
        </button>
      ))}
    </div>
  )
}

type States<Asked extends string> = {
  /** The first state is the default; `all` is the sum of all states. */
  states: readonly Asked[]
  labels: Readonly<Record<Asked, string>>
  counts: Readonly<Record<string, number>> | undefined
  /** Several states that one chip selects together. */
  groups?: Readonly<Record<string, readonly string[]>>
}

/** The state that a list is filtered by, and the chips to change it. */
export const useStateChips = <Asked extends string>({
  states,
  labels,
  counts,
  groups = {},
}: States<Asked>): { asked: Asked; chips: ReactNode } => {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const asked = states.find((state) => state === params.get('state')) ?? states[0]!
  const countOf = (state: string): number | undefined =>
    counts &&
    (state === 'all' ? Object.keys(counts) : (groups[state] ?? [state])).reduce(
      (sum, one) => sum + (counts[one] ?? 0),
      0,
    )
  const chips = states.map((state) => {
    const label: string = labels[state]
    return { value: state, label: t(label), count: countOf(state) }
  })
  return { asked, chips: <CountChips name="state" label={t('terms:state')} chips={chips} /> }
}
