import { apiKeyList } from '@swath/contract/people/api-keys'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStateChips } from '../../../ui/count-chips.tsx'
import { CreateButton } from '../../../ui/create-button.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { useLoadedRows } from '../../../ui/use-loaded-rows.ts'
import { AccountTabs } from './account-tabs.tsx'
import { ApiKeyDetail } from './api-key-detail.tsx'
import { ApiKeyForm } from './api-key-form.tsx'
import { KeyState, LastUsed } from './key-cells.tsx'

const states = ['working', 'paused', 'expired', 'revoked', 'all'] as const

/** The keys with which programs call the API; working ones first. */
export const ApiKeyListScreen = () => {
  const { t } = useTranslation('api-keys')
  const { answer, onLoaded } = useLoadedRows<typeof apiKeyList>()
  const [isCreating, setCreating] = useState(false)
  const { chips, narrowed } = useStateChips({
    states,
    labels: apiKeyList.columns.state.labels,
    counts: answer?.counts,
  })
  const isEmpty = answer && Object.values(answer.counts).every((count) => count === 0)
  const create = <CreateButton label={t('create')} onClick={() => setCreating(true)} />
  return (
    <>
      <ListScreen
        list={apiKeyList}
        title={t('terms:apiKeys')}
        head={
          <>
            <AccountTabs />
            <p className="muted m-0">
              {t('intro')} <a href="/guide/programs">{t('guide')}</a>
            </p>
            {!isEmpty && chips}
          </>
        }
        as={{ narrowed }}
        shown={['keyName', 'start', 'access', 'state', 'lastUsedAt', 'expiresAt', 'createdBy']}
        cellRenderers={{
          start: { render: ({ start }) => <code>{start}…</code> },
          state: { render: ({ state }) => <KeyState state={state} /> },
          lastUsedAt: { render: (row) => <LastUsed row={row} /> },
        }}
        filters={['keyName', 'createdBy', 'access']}
        actions={create}
        rows={{
          onLoaded,
          detail: {
            title: (_id, row) => row?.keyName,
            render: (_id, row) => row && <ApiKeyDetail row={row} />,
          },
        }}
        empty={{ title: t('none'), reason: t('noneReason'), action: create }}
      />
      <ApiKeyForm open={isCreating} onClose={() => setCreating(false)} />
    </>
  )
}
