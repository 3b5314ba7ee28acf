// Answers the calls of examples in the page, instead of a server.
import type { Api, Operation } from '@swath/contract/api'
import type { Answer } from '@swath/contract/kit'
import { calls } from '../src/lib/calls.ts'

export type Answers = { readonly [O in Operation]?: Answer<Api[O]> }

const lines = Object.entries(calls).map(([operation, [method, path]]) => ({
  operation: operation as Operation,
  method,
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
}))

/** From now on `fetch` returns these answers; files of the gallery are still fetched. */
export const answerCalls = (answers: Answers): void => {
  const fetchFile = window.fetch.bind(window)
  window.fetch = async (input, init = {}) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
    if (!pathname.startsWith('/api/')) return fetchFile(input, init)
    const { method = 'GET' } = init
    const line = lines.find((one) => one.method === method && one.pattern.test(pathname))
    const answer = line && answers[line.operation]
    if (answer !== undefined) return Response.json(answer)
    console.error(`no answer for ${method} ${pathname}: add it to answers.ts`)
    const refusal = { code: 'not_found', message: 'No answer in the gallery', traceId: 'gallery' }
    return Response.json(refusal, { status: 404 })
  }
}
