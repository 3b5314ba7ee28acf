import { deliveryList, deliveryStates, type Delivery } from '@swath/contract/programs/webhooks'
import { Button, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { showSuccess } from '../../../lib/errors.ts'
import { formatCount } from '../../../lib/format.ts'
import { settle } from '../../../lib/use-change.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { useStateChips } from '../../../ui/count-chips.tsx'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { StateTag } from '../../../ui/state-tags.tsx'
import { Time } from '../../../ui/time.tsx'
import { useLoadedRows } from '../../../ui/use-loaded-rows.ts'
import { deliveryTones, typeLabels, webhooksPath } from './webhooks.labels.ts'
import { useRepeatDeliveries } from './webhooks.mutations.ts'

/** Sends deliveries again: those given, or all that were given up. */
const RepeatButton = ({
  webhookId,
  deliveryIds,
  label,
}: {
  webhookId: string
  deliveryIds?: string[]
  label: string
}) => {
  const { t } = useTranslation('webhooks')
  const repeat = useRepeatDeliveries()
  const run = (): void =>
    void settle(
      repeat
        .mutateAsync({ webhookId, ...(deliveryIds ? { deliveryIds } : {}) })
        .then(({ repeatedNum }) => showSuccess(t('repeated', { count: repeatedNum }))),
    )
  return (
    <Button loading={repeat.isPending} onClick={run}>
      {label}
    </Button>
  )
}

const useProblem = (): ((row: Delivery) => string | null) => {
  const { t } = useTranslation('webhooks')
  return ({ lastProblem, lastStatus }) =>
    lastProblem ? t(`problem.${lastProblem}`, { status: lastStatus }) : null
}

const DeliveryDetail = ({ webhookId, row }: { webhookId: string; row: Delivery }) => {
  const { t } = useTranslation('webhooks')
  const problemOf = useProblem()
  return (
    <div className="grid gap-16">
      {row.state !== 'waiting' && (
        <div>
          <RepeatButton webhookId={webhookId} deliveryIds={[row.deliveryId]} label={t('repeat')} />
        </div>
      )}
      <Facts>
        <Fact label={t('terms:state')}>
          <StateTag tone={deliveryTones[row.state]}>{t(row.state)}</StateTag>
        </Fact>
        <Fact label={t('tries')}>{formatCount(row.tries)}</Fact>
        <Fact label={t('lastStatus')}>{problemOf(row) ?? row.lastStatus ?? '–'}</Fact>
        {row.nextAt && (
          <Fact label={t('nextAt')}>
            <Time time={row.nextAt} />
          </Fact>
        )}
        <Fact label={t('at')}>
          <Time time={row.at} />
        </Fact>
      </Facts>
      <label className="grid gap-6">
        {t('body')}
        <Input.TextArea
          readOnly
          autoSize
          className="mono"
          value={JSON.stringify(JSON.parse(row.body), null, 2)}
        />
      </label>
    </div>
  )
}

/** What was sent to one webhook, and how its receiver answered. */
export const DeliveryListScreen = () => {
  const { t } = useTranslation('webhooks')
  const { webhookId = '' } = useParams()
  const { answer, onLoaded } = useLoadedRows<typeof deliveryList>()
  const { labels } = deliveryList.columns.state
  const problemOf = useProblem()
  const { chips, narrowed } = useStateChips({
    states: ['all', ...deliveryStates],
    labels,
    counts: answer?.counts,
  })
  const nameOf = ({ type }: Delivery): string => t(typeLabels[type])
  return (
    <ListScreen
      list={deliveryList}
      title={t('deliveries')}
      head={
        <>
          <BackLink to={`${webhooksPath}?open=${webhookId}`}>{t('terms:webhooks')}</BackLink>
          {chips}
        </>
      }
      as={{ narrowed: { ...narrowed, webhookId } }}
      shown={['type', 'objectId', 'at', 'state', 'tries', 'lastStatus', 'nextAt']}
      cellRenderers={{
        type: { render: nameOf },
        state: {
          render: ({ state }) => (
            <StateTag tone={deliveryTones[state]}>{t(labels[state])}</StateTag>
          ),
        },
        lastStatus: { render: (row) => problemOf(row) ?? row.lastStatus ?? '–' },
      }}
      filters={['objectId']}
      actions={
        answer && answer.counts.failed > 0 ? (
          <RepeatButton webhookId={webhookId} label={t('repeatFailed')} />
        ) : undefined
      }
      rows={{
        onLoaded,
        detail: {
          title: (_id, row) => row && nameOf(row),
          render: (_id, row) => row && <DeliveryDetail webhookId={webhookId} row={row} />,
        },
      }}
      empty={{ title: t('deliveriesNone'), reason: t('deliveriesReason') }}
      refreshMs={10_000}
    />
  )
}
