import { afterEach, expect, test, vi } from 'vitest'
import { isOutdated } from './new-version.ts'

const page = (script: string): Response =>
  new Response(`<!doctype html><script type="module" src="${script}"></script>`)
const open = (script: string): void => {
  document.head.innerHTML = `<script type="module" src="${script}"></script>`
}

afterEach(() => {
  document.head.innerHTML = ''
})

test('a page with another script is a new version; a missing or failed response is not', async () => {
  open('/assets/index-a.js')
  const answers: (() => Promise<Response>)[] = [
    async () => page('/assets/index-b.js'),
    async () => page('/assets/index-a.js'),
    async () => new Response('', { status: 503 }),
    async () => {
      throw new TypeError('offline')
    },
  ]
  const results: boolean[] = []
  for (const answer of answers) {
    vi.stubGlobal('fetch', answer)
    results.push(await isOutdated())
  }
  expect(results).toEqual([true, false, false, false])
})
