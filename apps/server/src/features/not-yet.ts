import type { Route } from '@swath/contract/kit'
import type { Handlers } from '../platform/http/context.ts'
import { fail } from '../platform/http/fail.ts'

/** Stands in while the two sides of a feature are built at the same time; nothing of it is released. */
export const notYet = <Routes extends Record<string, Route>>(routes: Routes): Handlers<Routes> =>
  Object.fromEntries(Object.keys(routes).map((name) => [name, async () => fail('unavailable')])) as unknown as Handlers<Routes>
