import type { Api } from '@swath/contract/api'
import type { Answer } from '@swath/contract/kit'
import { useCallback, useState } from 'react'

type List = Answer<Api['listAccounts']>

/** What the list's answer lets its reader make. */
export const useMayCreate = (of: (can: List['can']) => boolean) => {
  const [can, setCan] = useState<List['can'] | null>(null)
  const onRows = useCallback((_rows: readonly unknown[], answer: List) => setCan(answer.can), [])
  return { mayCreate: can !== null && of(can), onRows }
}
