import type { RowOf } from '@swath/contract/list'
import { useCallback, useState } from 'react'
import type { AnswerOf, ScreenList } from './list-declared.tsx'

type Came<L extends ScreenList> = { rows: readonly RowOf<L>[]; answer: AnswerOf<L> }

/** The last loaded rows of a list, for content next to it; pass `onCame` to the list's rows. */
export const useCame = <L extends ScreenList>() => {
  const [came, setCame] = useState<Came<L> | null>(null)
  const onCame = useCallback(
    (rows: readonly RowOf<L>[], answer: AnswerOf<L>) => setCame({ rows, answer }),
    [],
  )
  return { rows: came?.rows, answer: came?.answer, onCame }
}
