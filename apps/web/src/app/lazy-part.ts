import type { ComponentType } from 'react'
import { inTime } from '../lib/errors.ts'

/**
 * A chunk, loaded when it is first shown. If that fails, it resolves to a component that throws
 * when rendered: if a route's `lazy` rejected, the router would treat the route as still loading
 * and render nothing, not even its error boundary.
 */
export const lazyPart = (load: () => Promise<ComponentType>) => ({
  Component: (): Promise<ComponentType> =>
    inTime(load()).catch((error: unknown) => {
      const Failed = (): never => {
        throw error
      }
      return Failed
    }),
})
