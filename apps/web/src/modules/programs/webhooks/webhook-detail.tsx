import type { Webhook, WebhookTest } from '@swath/contract/programs/webhooks'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { showSuccess, showWarning } from '../../../lib/errors.ts'
import { formatCount } from '../../../lib/format.ts'
import { settle } from '../../../lib/use-change.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { StateTag } from '../../../ui/state-tags.tsx'
import { Time } from '../../../ui/time.tsx'
import { useSecretReveal } from './use-secret-reveal.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { typeLabels, webhooksPath, webhookTones } from './webhooks.labels.ts'
import { useDeleteWebhook, useRenewWebhookSecret, useTestWebhook } from './webhooks.mutations.ts'

const TestButton = ({ webhookId }: { webhookId: string }) => {
  const { t } = useTranslation('webhooks')
  const test = useTestWebhook()
  const show = ({ status, problem, tookMs }: WebhookTest): void => {
    if (problem === null) showSuccess(t('testGood', { status, ms: formatCount(tookMs) }))
    else showWarning(t('testBad', { why: t(`problem.${problem}`, { status }) }))
  }
  return (
    <Button
      loading={test.isPending}
      onClick={() => void settle(test.mutateAsync({ webhookId }).then(show))}
    >
      {t('test')}
    </Button>
  )
}

const Actions = ({ row, onGone }: { row: Webhook; onGone: () => void }) => {
  const { t } = useTranslation('webhooks')
  const [isEditing, setEditing] = useState(false)
  const confirm = useConfirm()
  const reveal = useSecretReveal()
  const renew = useRenewWebhookSecret()
  const remove = useDeleteWebhook()
  const { webhookId, webhookName: name } = row
  return (
    <div className="flex wrap gap-8">
      <Button type="primary" onClick={() => setEditing(true)}>
        {t('terms:edit')}
      </Button>
      <TestButton webhookId={webhookId} />
      <Button
        onClick={() =>
          confirm({
            title: t('newSecretTitle', { name }),
            text: t('newSecretEffect'),
            verb: t('newSecret'),
            run: async () =>
              reveal({ webhookName: name, ...(await renew.mutateAsync({ webhookId })) }),
          })
        }
      >
        {t('newSecret')}
      </Button>
      <Button
        danger
        onClick={() =>
          confirm({
            title: t('deleteTitle', { name }),
            text: t('deleteEffect'),
            verb: t('terms:delete'),
            run: async () => {
              await remove.mutateAsync({ webhookId })
              showSuccess(t('deletedDone'))
              onGone()
            },
          })
        }
      >
        {t('terms:delete')}
      </Button>
      <WebhookForm row={row} open={isEditing} onClose={() => setEditing(false)} />
    </div>
  )
}

const DeliveryFacts = ({ row }: { row: Webhook }) => {
  const { t } = useTranslation('webhooks')
  return (
    <Facts>
      <Fact label={t('terms:state')}>
        <StateTag tone={webhookTones[row.state]}>
          {t(row.state === 'key-ended' ? 'keyEnded' : row.state)}
        </StateTag>
      </Fact>
      {row.failingSince && (
        <Fact label={t('failingSince')}>
          <Time time={row.failingSince} />
        </Fact>
      )}
      <Fact label={t('lastSuccess')}>
        {row.lastSuccessAt ? <Time time={row.lastSuccessAt} /> : t('never')}
      </Fact>
      <Fact label={t('waitingNum')}>{formatCount(row.waitingNum)}</Fact>
      <Fact label={t('failedNum')}>{formatCount(row.failedNum)}</Fact>
      <Fact label={t('deliveries')}>
        <Link to={`${webhooksPath}/${row.webhookId}`}>{t('deliveries')}</Link>
      </Fact>
    </Facts>
  )
}

export const WebhookDetail = ({ row, onGone }: { row: Webhook; onGone: () => void }) => {
  const { t } = useTranslation('webhooks')
  return (
    <div className="grid gap-16">
      <Actions row={row} onGone={onGone} />
      <DeliveryFacts row={row} />
      <Facts>
        <Fact label={t('url')}>{row.url}</Fact>
        <Fact label={t('types')}>{row.types.map((type) => t(typeLabels[type])).join(', ')}</Fact>
        <Fact label={t('key')}>{row.keyName}</Fact>
        <Fact label={t('created')}>
          <Time time={row.createdAt} /> · {row.createdBy}
        </Fact>
      </Facts>
    </div>
  )
}
