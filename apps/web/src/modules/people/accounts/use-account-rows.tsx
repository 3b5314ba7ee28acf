import type { accountList } from '@swath/contract/people/accounts'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../../lib/session.ts'
import type { AnswerOf, CellRenderers } from '../../../ui/list-declared.tsx'
import type { RowWork } from '../../../ui/list-screen.tsx'
import { useLoadedRows } from '../../../ui/use-loaded-rows.ts'
import { AccountBulk } from './account-bulk.tsx'
import { AccountDetailView } from './account-detail.tsx'
import { accountCells } from './account-cells.tsx'
import { EditAccount } from './edit-account.tsx'
import { useAccountQuestions } from './use-account-questions.tsx'

type List = typeof accountList
type AccountRows = {
  cellRenderers: CellRenderers<List>
  rows: RowWork<List>
  /** The form of the edited account, rendered next to the list. */
  editor: ReactNode
  /** The list's last response; undefined while loading. */
  answer: AnswerOf<List> | undefined
}

/** Columns, details and actions for lists of accounts. */
export const useAccountRows = ({ areChosen }: { areChosen: boolean }): AccountRows => {
  const { t } = useTranslation('accounts')
  const manages = useUser().can.manageAccounts
  const questions = useAccountQuestions()
  const { answer, onLoaded } = useLoadedRows<List>()
  const [editedId, setEdited] = useState<string | null>(null)
  return {
    cellRenderers: accountCells(questions),
    rows: {
      onLoaded,
      bulk:
        manages && areChosen
          ? (accounts, clear) => <AccountBulk accounts={accounts} clear={clear} />
          : undefined,
      detail: {
        title: (_id, row) => row?.accountName ?? t('account'),
        render: (accountId, row, close) => (
          <AccountDetailView
            key={accountId}
            accountId={accountId}
            row={row}
            questions={questions}
            onEdit={() => setEdited(accountId)}
            onClose={close}
          />
        ),
      },
    },
    editor: manages && <EditAccount accountId={editedId} onClose={() => setEdited(null)} />,
    answer,
  }
}
