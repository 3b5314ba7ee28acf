import { LoadingOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { stateIcons } from './command-icons.tsx'
import { commandLabels, reasonText, stateLabels } from './command.labels.ts'
import { countdownS, type Giving, type GivingOrders, type Plain } from './use-giving.ts'
import { useGivenCommands } from './use-orders.ts'
import style from './main-orders.module.css'

type GivenProps = { droneId: string; type: Plain; commandId: string | null; onAgain: () => void }

/** The state of a command from the drone's list: sent, executed, refused or unanswered. */
const Given = ({ droneId, type, commandId, onAgain }: GivenProps) => {
  const { t } = useTranslation('flight-control')
  const list = useGivenCommands(droneId, commandId !== null)
  const command = list.data?.items.find((one) => one.commandId === commandId)
  const state = command?.state ?? 'waiting'
  return (
    <>
      <span className={style.resultIcon} data-state={state}>
        {commandId === null ? <LoadingOutlined aria-hidden /> : stateIcons[state]}
      </span>
      <span className={style.resultText}>
        <b className="semibold">{t(commandLabels[type])}</b> · {t(stateLabels[state])}
        {command?.reason != null && <> · {reasonText(command.reason, t)}</>}
      </span>
      {(state === 'expired' || state === 'refused') && (
        <Button onClick={onAgain}>{t('sendAgain')}</Button>
      )}
    </>
  )
}

type StepProps = { droneId: string; giving: Giving; orders: GivingOrders }
const Step = ({ droneId, giving, orders: { ask, stop, again } }: StepProps) => {
  const { t } = useTranslation('flight-control')
  const { type } = giving
  const what = t(commandLabels[type])
  switch (giving.step) {
    case 'tooShort':
      return (
        <>
          <span className={style.resultText}>{t('holdOn', { what })}</span>
          <Button onClick={() => ask(type)}>{t('askInstead')}</Button>
        </>
      )
    case 'counting':
      return (
        <>
          <span className={style.resultText}>
            <b className="semibold" aria-hidden>
              {t('sentIn', { what, seconds: giving.leftS })}
            </b>
            <span className="sr-only">{t('sentIn', { what, seconds: countdownS })}</span>
          </span>
          <Button type="primary" danger onClick={stop}>
            {t('doNotSend')}
          </Button>
        </>
      )
    case 'failed':
      return (
        <>
          <span className={style.resultText}>{t('notSent', { what })}</span>
          <Button onClick={() => again(type)}>{t('sendAgain')}</Button>
        </>
      )
    case 'given':
      return (
        <Given
          droneId={droneId}
          type={type}
          commandId={giving.commandId}
          onAgain={() => again(type)}
        />
      )
  }
}

/** The result of the last command from here, next to its button. */
export const OrderResult = ({ droneId, orders }: { droneId: string; orders: GivingOrders }) => (
  <div
    role="status"
    className={`flex gap-8 items-center rounded-8 bg-raised tabular ${style.result}`}
    data-step={orders.giving?.step ?? 'none'}
  >
    {orders.giving && <Step droneId={droneId} giving={orders.giving} orders={orders} />}
  </div>
)
