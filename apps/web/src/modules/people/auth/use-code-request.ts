import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import type { Recipient } from './name-rules.ts'
import { useCountdown } from './use-countdown.ts'

/** Seconds between two codes (specification, section 9). */
const resendS = 60
const codeTypes = { signIn: '1', register: '2', reset: '3' } as const

/** Requests a code and counts down to the next one; a failed request can be repeated at once. */
export const useCodeRequest = (
  purpose: keyof typeof codeTypes,
  { onSent, onFailed }: { onSent: () => void; onFailed: (error: unknown) => void },
) => {
  const { leftS, start, reset } = useCountdown()
  const [isAsking, setAsking] = useState(false)
  const ask = async (recipient: Recipient): Promise<void> => {
    setAsking(true)
    start(resendS)
    try {
      await call('getVerifyCode', { query: { ...recipient, codeType: codeTypes[purpose] } })
      onSent()
    } catch (error) {
      reset()
      onFailed(error)
    } finally {
      setAsking(false)
    }
  }
  return { leftS, isWaiting: isAsking || leftS > 0, ask }
}
