import type { RowOf } from '@swath/contract/list'
import { useCallback, useState } from 'react'
import type { AnswerOf, ScreenList } from './list-declared.tsx'

type Came<L extends ScreenList> = { rows: readonly RowOf<L>[]; answer: AnswerOf<L> }

/** What a list last came with, for what stands beside it; `onCame` goes to the list's rows. */
export const useCame = <L extends ScreenList>() => {
  const [came, setCame] = useState<Came<L> | null>(null)
  const onCame = useCallback(
    (rows: readonly RowOf<L>[], answer: AnswerOf<L>) => setCame({ rows, answer }),
    [],
  )
  return { rows: came?.rows, answer: came?.answer, onCame }
}
