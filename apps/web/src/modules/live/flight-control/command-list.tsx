import type { Command } from '@swath/contract/live/commands'
import { Button, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatClock, formatCount, formatMeasure } from '../../../lib/format.ts'
import { Failure } from '../../../ui/empty.tsx'
import { TimeAgo } from '../../../ui/time.tsx'
import { stateIcons } from './command-icons.tsx'
import { commandLabels, reasonText, stateLabels } from './command.labels.ts'
import { useGivenCommands, type Orders } from './use-orders.ts'
import style from './flight-control.module.css'

const useGiven = (): ((command: Command) => string | null) => {
  const { t } = useTranslation('flight-control')
  return ({ arguments: given }) => {
    if (typeof given['heightM'] === 'number') return formatMeasure(given['heightM'], 'm', 1)
    if (typeof given['speedMs'] === 'number') return formatMeasure(given['speedMs'], 'm/s', 1)
    if (typeof given['widthM'] === 'number') return formatMeasure(given['widthM'], 'm', 1)
    return typeof given['points'] === 'number'
      ? t('routeOf', {
          name: String(given['name']),
          count: given['points'],
          shown: formatCount(given['points']),
        })
      : null
  }
}

type RowProps = {
  command: Command
  isAirborne: boolean
  isCancelling: boolean
  onCancel: () => void
}
const Row = ({ command, isAirborne, isCancelling, onCancel }: RowProps) => {
  const { t } = useTranslation('flight-control')
  const given = useGiven()(command)
  const { type, state, reason, userName, createTime, can } = command
  const name = t(commandLabels[type])
  return (
    <li className={`grid gap-8 items-start ${style.command}`} data-state={state}>
      <span className={style.commandIcon}>{stateIcons[state]}</span>
      <div>
        <p className={`m-0 medium break-anywhere ${style.commandName}`}>
          {name}
          {given !== null && <span className="regular tabular"> {given}</span>}
        </p>
        <p className="text-13 break-anywhere m-0">
          {t(stateLabels[state])}
          {state === 'sent' && type === 'lock' && isAirborne && <> · {t('atLanding')}</>}
          {reason !== null && <> · {reasonText(reason, t)}</>}
        </p>
        <p className="muted text-12 m-0">
          {userName} ·{' '}
          <span className="figure" title={formatClock(createTime)}>
            <TimeAgo time={createTime} />
          </span>
        </p>
      </div>
      {can.cancel && (
        <Button
          size="small"
          loading={isCancelling}
          aria-label={t('cancelOf', { what: name })}
          onClick={onCancel}
        >
          {t('cancel')}
        </Button>
      )}
    </li>
  )
}

type Props = { droneId: string; isAirborne: boolean; orders: Orders }

/** The commands sent to this drone, newest first, with their results. */
export const CommandList = ({ droneId, isAirborne, orders: { cancel } }: Props) => {
  const { t } = useTranslation('flight-control')
  const list = useGivenCommands(droneId)
  if (list.isError && !list.data)
    return <Failure error={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) return <Skeleton active title={false} paragraph={{ rows: 3 }} />
  if (list.data.items.length === 0) return <p className="m-0 muted">{t('noneGiven')}</p>
  return (
    <ul className="list-plain grid gap-2" aria-live="polite">
      {list.data.items.map((command) => (
        <Row
          key={command.commandId}
          command={command}
          isAirborne={isAirborne}
          isCancelling={cancel.isPending && cancel.variables === command.commandId}
          onCancel={() => cancel.mutate(command.commandId)}
        />
      ))}
    </ul>
  )
}
