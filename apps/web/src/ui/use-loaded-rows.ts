import type { RowOf } from '@swath/contract/list'
import { useCallback, useState } from 'react'
import type { AnswerOf, ScreenList } from './list-declared.tsx'

type Loaded<L extends ScreenList> = { rows: readonly RowOf<L>[]; answer: AnswerOf<L> }

/** The last loaded rows of a list, for content next to it; pass `onLoaded` to the list's rows. */
export const useLoadedRows = <L extends ScreenList>() => {
  const [loaded, setLoaded] = useState<Loaded<L> | null>(null)
  const onLoaded = useCallback(
    (rows: readonly RowOf<L>[], answer: AnswerOf<L>) => setLoaded({ rows, answer }),
    [],
  )
  return { rows: loaded?.rows, answer: loaded?.answer, onLoaded }
}
