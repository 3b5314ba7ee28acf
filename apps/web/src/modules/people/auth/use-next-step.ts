import type { HalfSignedIn, SignInReply } from '@swath/contract/people/auth'
import { startTransition, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { keepHalfToken } from '../../../lib/session.ts'
import { useEnter } from './use-enter.ts'

/** Pages of half sessions that need something else than a factor. */
const pages = { 'set-up': '/second-factor', 'password': '/own-password' } as const

/** What follows a step of the sign-in: the console, the second factor, or one of these pages. */
export const useNextStep = () => {
  const enter = useEnter()
  const navigate = useNavigate()
  const location = useLocation()
  /** Factors of which one is still to be given. */
  const [factors, setFactors] = useState<HalfSignedIn['factors'] | null>(null)
  return {
    factors,
    enter,
    take: async (reply: SignInReply): Promise<void> => {
      if (!('half' in reply)) return enter(reply)
      keepHalfToken(reply.jToken)
      if (reply.half !== 'factor')
        return navigate(pages[reply.half], { replace: true, state: location.state as unknown })
      // The form stays until the next step is loaded.
      startTransition(() => setFactors(reply.factors))
    },
    giveUp: (): void => {
      keepHalfToken(null)
      setFactors(null)
    },
  }
}
