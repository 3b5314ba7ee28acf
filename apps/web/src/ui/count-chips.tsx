import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { formatCount } from '../lib/format.ts'
import style from './count-chips.module.css'

/** `isSum`: the count is the sum of other chips. */
type Chip = { value: string; label: string; count: number | undefined; isSum: boolean }
type Props = {
  /** Name of the URL parameter. */
  name: string
  label: string
  /** The first chip is the default. */
  chips: readonly Chip[]
  /** Several for a group of states that only a link sets. */
  pressed: readonly string[]
}

/** The number of rows in each state; each chip is a filter. */
const CountChips = ({ name, label, chips, pressed }: Props) => {
  const [, setParams] = useSearchParams()
  const usual = chips[0]?.value
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
      {chips.map((chip, at) => (
        <button
          key={chip.value}
          data-apart={at > 0 && chips[at - 1]!.isSum !== chip.isSum}
          type="button"
          className={`flex-none inline-flex gap-8 items-center card ink ${style.chip}`}
          aria-pressed={pressed.includes(chip.value)}
          onClick={() => choose(chip.value)}
        >
          {chip.label}
          <strong className="tabular">{formatCount(chip.count)}</strong>
        </button>
      ))}
    </div>
  )
}

type States<Asked extends string, Group extends string, Name extends string> = {
  /** The filter, by default `state`. */
  name?: Name
  /** The first state is the default; `all` is the sum of all states. */
  states: readonly Asked[]
  labels: Readonly<Record<Exclude<Asked, 'all'>, string>> & { readonly all?: string }
  counts: Readonly<Record<string, number>> | undefined
  /** Several states that one chip selects together; without a chip of this name, a link does. */
  groups?: Readonly<Record<Group, readonly string[]>>
}
type StateChips<Asked extends string, Name extends string> = {
  asked: Asked
  chips: ReactNode
  /** The filter of the list; none for all states. */
  narrowed: { readonly [N in Name]?: Exclude<Asked, 'all'> }
}

/** The state that a list is filtered by, and the chips to change it. */
export const useStateChips = <
  Asked extends string,
  Group extends string = never,
  Name extends string = 'state',
>({
  name = 'state' as Name,
  states,
  labels,
  counts,
  groups,
}: States<Asked, Group, Name>): StateChips<Asked | Group, Name> => {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const members: Readonly<Record<string, readonly string[]>> = groups ?? {}
  const known: readonly (Asked | Group)[] = [...states, ...(Object.keys(members) as Group[])]
  const asked = known.find((state) => state === params.get(name)) ?? states[0]!
  const isChip = states.some((state) => state === asked)
  const countOf = (state: string): number | undefined =>
    counts &&
    (state === 'all' ? Object.keys(counts) : (members[state] ?? [state])).reduce(
      (sum, one) => sum + (counts[one] ?? 0),
      0,
    )
  const chips = states.map((state) => {
    const label: string | undefined = labels[state as keyof typeof labels]
    const isSum = state === 'all' || state in members
    return { value: state, label: t(label ?? 'terms:all'), count: countOf(state), isSum }
  })
  return {
    asked,
    narrowed: (asked === 'all' ? {} : { [name]: asked }) as StateChips<
      Asked | Group,
      Name
    >['narrowed'],
    chips: (
      <CountChips
        name={name}
        label={t('terms:state')}
        chips={chips}
        pressed={isChip ? [asked] : members[asked]!}
      />
    ),
  }
}
