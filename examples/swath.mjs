// Calls of the API with a key. SWATH_URL: https://your-host; SWATH_KEY: an API key.
const { SWATH_URL, SWATH_KEY } = process.env

/**
 * Makes a call and waits if the calls of the minute are spent.
 * @throws with the server's message if the call is refused
 */
export const call = async (method, path, { query = {}, body } = {}) => {
  const answer = await fetch(`${SWATH_URL}${path}?${new URLSearchParams(query)}`, {
    method,
    headers: {
      authorization: `Bearer ${SWATH_KEY}`,
      language: 'en',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (answer.status === 429) {
    await new Promise((resume) =>
      setTimeout(resume, Number(answer.headers.get('retry-after')) * 1000),
    )
    return call(method, path, { query, body })
  }
  const isJson = answer.headers.get('content-type')?.includes('json')
  const content = isJson ? await answer.json() : Buffer.from(await answer.arrayBuffer())
  if (!answer.ok) throw new Error(`${path}: ${content.code} ${content.message}`)
  return content
}

/** Each row of a list, page by page. */
export async function* eachRow(path, query) {
  for (let currentPage = 1; ; currentPage++) {
    const page = await call('GET', path, { query: { ...query, currentPage, pageSize: 500 } })
    yield* page.items
    if (currentPage * 500 >= page.total) return
  }
}
