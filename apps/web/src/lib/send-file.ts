/** Like `fetch`, but reports the progress of an upload, which `fetch` cannot. */
export const sendWithProgress = (
  address: string,
  {
    method,
    headers,
    body,
    signal,
  }: {
    method: string
    headers: Readonly<Record<string, string>>
    body: FormData
    signal: AbortSignal
  },
  onProgress: (ratio: number) => void,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = (): void => {
      request.abort()
      reject(signal.reason as Error)
    }
    const done = (): void => signal.removeEventListener('abort', abort)
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort)
    request.open(method, address)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    )
    request.addEventListener('error', () => {
      done()
      reject(new TypeError('Failed to send'))
    })
    request.addEventListener('load', () => {
      done()
      const type = request.getResponseHeader('content-type')
      resolve(
        new Response(request.status === 204 ? null : request.responseText, {
          status: request.status,
          headers: type ? { 'content-type': type } : {},
        }),
      )
    })
    request.send(body)
  })
