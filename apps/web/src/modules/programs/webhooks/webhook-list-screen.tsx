import { webhookList, webhookStates } from '@swath/contract/programs/webhooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStateChips } from '../../../ui/count-chips.tsx'
import { CreateButton } from '../../../ui/create-button.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { StateTag } from '../../../ui/state-tags.tsx'
import { Time } from '../../../ui/time.tsx'
import { useLoadedRows } from '../../../ui/use-loaded-rows.ts'
import { AccountTabs } from '../../people/public.ts'
import { WebhookDetail } from './webhook-detail.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { webhookTones } from './webhooks.labels.ts'

/** The addresses to which changes are sent. */
export const WebhookListScreen = () => {
  const { t } = useTranslation('webhooks')
  const { answer, onLoaded } = useLoadedRows<typeof webhookList>()
  const [isCreating, setCreating] = useState(false)
  const { labels } = webhookList.columns.state
  const { chips, narrowed } = useStateChips({
    states: ['all', ...webhookStates],
    labels,
    counts: answer?.counts,
  })
  const isEmpty = answer && Object.values(answer.counts).every((count) => count === 0)
  const create = <CreateButton label={t('create')} onClick={() => setCreating(true)} />
  return (
    <>
      <ListScreen
        list={webhookList}
        title={t('terms:webhooks')}
        head={
          <>
            <AccountTabs />
            <p className="muted m-0">
              {t('intro')} <a href="/guide/programs#webhooks">{t('api-keys:guide')}</a>
            </p>
            {!isEmpty && chips}
          </>
        }
        as={{ narrowed }}
        shown={[
          'webhookName',
          'url',
          'state',
          'waitingNum',
          'failedNum',
          'lastSuccessAt',
          'keyName',
        ]}
        cellRenderers={{
          state: {
            render: ({ state }) => (
              <StateTag tone={webhookTones[state]}>{t(labels[state])}</StateTag>
            ),
          },
          lastSuccessAt: {
            render: ({ lastSuccessAt }) =>
              lastSuccessAt ? (
                <Time time={lastSuccessAt} />
              ) : (
                <span className="muted">{t('never')}</span>
              ),
          },
        }}
        filters={['webhookName', 'url']}
        actions={isEmpty ? undefined : create}
        rows={{
          onLoaded,
          detail: {
            title: (_id, row) => row?.webhookName,
            render: (_id, row, close) => row && <WebhookDetail row={row} onGone={close} />,
          },
        }}
        empty={{ title: t('none'), reason: t('noneReason'), action: create }}
        refreshMs={10_000}
      />
      <WebhookForm open={isCreating} onClose={() => setCreating(false)} />
    </>
  )
}
