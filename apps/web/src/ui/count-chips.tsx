import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { formatCount } from '../lib/format.ts'
import style from './count-chips.module.css'

/** `isSum`: the count is the sum of other chips. */
type Chip = { value: string; label: string; count: number | undefined; isSum: boolean }
/** A value of another filter of the list, which the chip sets and clears. */
type OtherChip = {
  name: string
  value: string
  label: string
  mark?: ReactNode
  count: number | undefined
}
type Props = {
  /** Name of the URL parameter. */
  name: string
  label: string
  /** The first chip is the default. */
  chips: readonly Chip[]
  /** Several for a group of states that only a link sets. */
  pressed: readonly string[]
  others: readonly OtherChip[]
  countedMost?: number | undefined
}

/** The number of rows in each state; each chip is a filter. */
const CountChips = ({ name, label, chips, pressed, others, countedMost = Infinity }: Props) => {
  const [params, setParams] = useSearchParams()
  const usual = chips[0]?.value
  const set = (filter: string, value: string | undefined): void =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete('currentPage')
        if (value === undefined) after.delete(filter)
        else after.set(filter, value)
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  const buttons = [
    ...chips.map((chip, at) => ({
      ...chip,
      key: chip.value,
      isApart: at > 0 && chips[at - 1]!.isSum !== chip.isSum,
      mark: null,
      isPressed: pressed.includes(chip.value),
      press: () => set(name, chip.value === usual ? undefined : chip.value),
    })),
    ...others.map((chip, at) => {
      const isPressed = params.get(chip.name) === chip.value
      return {
        ...chip,
        key: `${chip.name}=${chip.value}`,
        isApart: at === 0,
        isPressed,
        press: () => set(chip.name, isPressed ? undefined : chip.value),
      }
    }),
  ]
  return (
    <div className={style.chips} role="group" aria-label={label}>
      {buttons.map(({ key, isApart, isPressed, press, label: text, mark, count }) => (
        <button
          key={key}
          data-apart={isApart}
          type="button"
          className={`flex-none inline-flex gap-8 items-center card ink ${style.chip}`}
          aria-pressed={isPressed}
          onClick={press}
        >
          {mark}
          {text}
          <strong className="tabular">
            {count !== undefined && count > countedMost
              ? `${formatCount(countedMost)}+`
              : formatCount(count)}
          </strong>
        </button>
      ))}
    </div>
  )
}

type States<Asked extends string, Group extends string, Name extends string> = {
  /** The filter, by default `state`, and what it is called. */
  name?: Name
  title?: string
  /** The first state is the default; `all` is the sum of all states. */
  states: readonly Asked[]
  labels: Readonly<Record<Exclude<Asked, 'all'>, string>> & { readonly all?: string }
  counts: Readonly<Record<string, number>> | undefined
  /** Several states that one chip selects together; without a chip of this name, a link does. */
  groups?: Readonly<Record<Group, readonly string[]>>
  /** Leaves out states without rows, for lists in which most have none. */
  hidesEmpty?: boolean
  others?: readonly OtherChip[]
  /** The call counts no further. */
  countedMost?: number
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
  title,
  states,
  labels,
  counts,
  groups,
  hidesEmpty = false,
  others = [],
  countedMost,
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
  const isShown = (state: Asked): boolean =>
    !hidesEmpty || state === 'all' || state === asked || Boolean(countOf(state))
  const chips = states.filter(isShown).map((state) => {
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
        label={title ?? t('terms:state')}
        chips={chips}
        pressed={isChip ? [asked] : members[asked]!}
        others={others}
        countedMost={countedMost}
      />
    ),
  }
}
