// Video by WHEP (the counterpart of RFC 9725 for viewers, draft-ietf-wish-whep): one offer is sent
// as SDP, the answer is returned, and a DELETE of the resource named in the answer ends it.

export type Watching = { stop: () => void }

type Listeners = {
  onStream: (stream: MediaStream) => void
  /** The video failed to start, or has stopped. */
  onLost: () => void
}

/** Timeout for the server's response. */
const answerMs = 10_000
/** ICE candidates are sent with the offer, so gathering is limited to this time. */
const gatherMs = 2_000

const gathered = (connection: RTCPeerConnection): Promise<void> =>
  new Promise((resolve) => {
    if (connection.iceGatheringState === 'complete') return resolve()
    const timer = setTimeout(resolve, gatherMs)
    connection.addEventListener('icegatheringstatechange', () => {
      if (connection.iceGatheringState !== 'complete') return
      clearTimeout(timer)
      resolve()
    })
  })

const connect = async (
  url: string,
  connection: RTCPeerConnection,
  signal: AbortSignal,
): Promise<string | null> => {
  await connection.setLocalDescription(await connection.createOffer())
  await gathered(connection)
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/sdp' },
    body: connection.localDescription?.sdp ?? '',
    signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]),
  })
  if (!reply.ok) throw new Error(`WHEP ${reply.status}`)
  const session = reply.headers.get('location')
  await connection.setRemoteDescription({ type: 'answer', sdp: await reply.text() })
  return session === null ? null : new URL(session, url).href
}

/** Starts watching; `stop` ends it at any stage. */
export const watchWhep = (url: string, { onStream, onLost }: Listeners): Watching => {
  const connection = new RTCPeerConnection()
  const abort = new AbortController()
  let session: string | null = null
  let isOver = false
  const end = (): void => {
    isOver = true
    abort.abort()
    connection.close()
    // A failed request is ignored: the server notices that no one is watching.
    if (session !== null) void fetch(session, { method: 'DELETE' }).catch(() => undefined)
  }
  const lose = (): void => {
    if (isOver) return
    end()
    onLost()
  }
  for (const kind of ['video', 'audio'] as const)
    connection.addTransceiver(kind, { direction: 'recvonly' })
  connection.addEventListener('track', ({ streams, track }) =>
    onStream(streams[0] ?? new MediaStream([track])),
  )
  connection.addEventListener('connectionstatechange', () => {
    if (['failed', 'disconnected', 'closed'].includes(connection.connectionState)) lose()
  })
  connect(url, connection, abort.signal).then((opened) => {
    session = opened
    if (isOver) end()
  }, lose)
  return { stop: end }
}
