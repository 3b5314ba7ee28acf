// Makes calls of the contract inside the program, for a person who is not connected.
import type { Answer, Call, Route } from '@swath/contract/kit'
import { mayCall } from '@swath/domain/access/policy'
import { fail } from '../errors/fail.ts'
import { checkAnswer, type AnyHandler, type ScreensFor } from './bind.ts'
import type { Handlers, SignedInContext } from './context.ts'
import { createPartReader } from './request-parts.ts'
import { WrittenAnswer } from './written-answer.ts'

export type RunAs<Routes extends Readonly<Record<string, Route>>> = <
  O extends keyof Routes & string,
>(
  context: SignedInContext,
  operation: O,
  parts: Call<Routes[O]>,
) => Promise<Answer<Routes[O]>>

/**
 * The same checks as for a request: rights, input, and the schema of the answer. For calls without
 * files. `handlers` is read at each call, because a handler may itself make calls.
 */
export const createRunAs =
  <Routes extends Readonly<Record<string, Route>>>(
    routes: Routes,
    handlers: () => Handlers<Routes>,
    screensFor: ScreensFor,
  ): RunAs<Routes> =>
  async (context, operation, parts) => {
    const route: Route = routes[operation]!
    const { caller, language, host } = context
    if (mayCall(route.policy, caller, await screensFor(caller, host)) !== 'yes') fail('forbidden')
    const given = parts as { params?: unknown; query?: unknown; body?: unknown }
    const read = (part: 'params' | 'query' | 'body'): unknown =>
      createPartReader(route[part], part)(given[part], language, caller.timeZone)
    const input = {
      params: read('params'),
      query: read('query'),
      body: read('body'),
      file: undefined,
    }
    const handler = handlers()[operation] as AnyHandler
    const answer = await handler(input, context as never)
    return (
      answer instanceof WrittenAnswer
        ? JSON.parse(answer.json)
        : checkAnswer(operation, route, answer)
    ) as never
  }
