// Consoles that stay open for days: a live socket that is opened again whenever it ends, as the
// console does, and a call each second.
import { setTimeout as sleep } from 'node:timers/promises'
import type { LiveRequest } from '@swath/contract/live/live'

export type OpenConsole = {
  calls: number
  /** Status or error of each call that was not answered with 200. */
  refused: string[]
  reconnects: number
  /** Longest time without a frame, ms. */
  longestGapMs: number
  /** Forgets what was measured so far. */
  restart: () => void
  close: () => void
}

const everyMs = 1_000
/** The console waits up to this long before it connects again, so that not all come at once. */
const reconnectWithinMs = 1_000

export const openConsole = (port: number, token: string): OpenConsole => {
  let isOpen = true
  let lastFrameMs = performance.now()
  const own: OpenConsole = {
    calls: 0,
    refused: [],
    reconnects: 0,
    longestGapMs: 0,
    restart: () => {
      Object.assign(own, { calls: 0, refused: [], reconnects: 0, longestGapMs: 0 })
      lastFrameMs = performance.now()
    },
    close: () => {
      isOpen = false
      socket?.close()
    },
  }

  let socket: WebSocket | undefined
  const connect = (): void => {
    const opened = new WebSocket(`ws://127.0.0.1:${port}/api/live`)
    socket = opened
    opened.binaryType = 'arraybuffer'
    const send = (request: LiveRequest): void => opened.send(JSON.stringify(request))
    opened.addEventListener('open', () => send({ type: 'hello', token, language: 'en' }))
    opened.addEventListener('message', ({ data }: { data: unknown }) => {
      if (typeof data !== 'string') {
        const nowMs = performance.now()
        own.longestGapMs = Math.max(own.longestGapMs, nowMs - lastFrameMs)
        lastFrameMs = nowMs
      } else if ((JSON.parse(data) as { type: string }).type === 'ready')
        send({
          type: 'view',
          bounds: [114, 35, 114.3, 35.3],
          zoom: 11,
          filters: {},
          showOffline: true,
        })
    })
    opened.addEventListener('close', () => {
      if (!isOpen) return
      own.reconnects++
      setTimeout(connect, Math.random() * reconnectWithinMs)
    })
    opened.addEventListener('error', () => undefined) // `close` follows
  }

  const call = async (): Promise<void> => {
    own.calls++
    try {
      const response = await fetch(`http://127.0.0.1:${port}/api/user/baseaccount/info`, {
        headers: { authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(10_000),
      })
      await response.arrayBuffer()
      if (response.status !== 200) own.refused.push(String(response.status))
    } catch (error) {
      const { cause, message } = error as Error
      own.refused.push(cause instanceof Error ? cause.message : message)
    }
  }

  connect()
  void (async () => {
    await sleep(Math.random() * everyMs)
    while (isOpen) {
      void call()
      await sleep(everyMs)
    }
  })()
  return own
}
