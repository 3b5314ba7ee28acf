import { dangerousCommands } from '@swath/domain/command'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showWarning } from '../../../lib/errors.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { commandLabels } from './command.labels.ts'
import type { Orders } from './use-orders.ts'

export type Plain =
  | 'hold'
  | 'pause'
  | 'resume'
  | 'sprayOn'
  | 'sprayOff'
  | 'return'
  | 'land'
  | 'start'
/**
 * Commands whose buttons must be held. After one second a hover is sent at once, because the drone
 * flies on for metres each second.
 */
export const heldCommands: ReadonlySet<Plain> = new Set(['return', 'land', 'hold', 'start'])

/** The state of the last command given from here. */
export type Giving = { readonly type: Plain } & (
  | { readonly step: 'tooShort' }
  | { readonly step: 'counting'; readonly leftS: number }
  | { readonly step: 'given'; /** Null: on its way. */ readonly commandId: string | null }
  | { readonly step: 'failed' }
)

export const countdownS = 3

const questions: Readonly<Partial<Record<Plain, readonly [title: string, text: string]>>> = {
  return: ['flight-control:returnTitle', 'flight-control:returnText'],
  land: ['flight-control:landTitle', 'flight-control:landText'],
  start: ['flight-control:startTitle', 'flight-control:startText'],
  hold: ['flight-control:holdTitle', 'flight-control:holdText'],
}

/** Leaving during the countdown sends nothing; a note reports this. */
const useNoteOnLeaving = (giving: Giving | null): void => {
  const { t } = useTranslation('flight-control')
  const latest = useRef({ giving, t })
  useEffect(() => {
    latest.current = { giving, t }
  })
  useEffect(
    () => () => {
      const { giving: left, t: say } = latest.current
      if (left?.step === 'counting')
        showWarning(say('notSent', { what: say(commandLabels[left.type]) }))
    },
    [],
  )
}

/** Sends a drone's simple commands, dangerous ones after a countdown. */
export const useGiving = (droneName: string, { send }: Orders) => {
  const { t } = useTranslation('flight-control')
  const confirm = useConfirm()
  const [giving, setGiving] = useState<Giving | null>(null)
  useNoteOnLeaving(giving)
  const sendNow = async (type: Plain): Promise<void> => {
    const mine: Giving = { type, step: 'given', commandId: null }
    setGiving(mine)
    const result = await send.mutateAsync({ type }).then(
      ({ commandId }): Giving => ({ type, step: 'given', commandId }),
      (): Giving => ({ type, step: 'failed' }), // the change reports why
    )
    // Meanwhile another one may have been given.
    setGiving((now) => (now === mine ? result : now))
  }
  const sendLater = useRef(sendNow)
  useEffect(() => {
    sendLater.current = sendNow
  })
  useEffect(() => {
    if (giving?.step !== 'counting') return
    const { type, leftS } = giving
    const timer = setTimeout(() => {
      if (leftS > 1) setGiving({ type, step: 'counting', leftS: leftS - 1 })
      else void sendLater.current(type)
    }, 1_000)
    return () => clearTimeout(timer)
  }, [giving])
  return {
    giving,
    give: (type: Plain): void => {
      if (dangerousCommands.has(type)) setGiving({ type, step: 'counting', leftS: countdownS })
      else void sendNow(type)
    },
    /** For people who cannot hold a button. */
    ask: (type: Plain): void => {
      const [title, text] = questions[type]!
      confirm({
        title: t(title, { name: droneName }),
        text: t(text),
        verb: t(commandLabels[type]),
        run: () => sendNow(type),
      })
    },
    explain: (type: Plain): void => setGiving({ type, step: 'tooShort' }),
    stop: (): void => setGiving(null),
    again: (type: Plain): void => void sendNow(type),
  }
}
export type GivingOrders = ReturnType<typeof useGiving>
