// The console's single live connection: hello, views, frames, and recovery from a broken
// connection.
import { FrameReader } from '@swath/contract/live/frame-deltas'
import type { LiveDrone, LiveMessage, LiveRequest } from '@swath/contract/live/live'
import type { Anomaly } from '@swath/contract/alarms/anomalies'
import type { LiveStore } from './live-store.ts'

/** The part of WebSocket that the connection needs. */
export type Socket = {
  binaryType: BinaryType
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: ((event: { code: number }) => void) | null
  send: (text: string) => void
  close: (code?: number) => void
}

export type LiveView = Omit<LiveRequest & { type: 'view' }, 'type'>

/** Dependencies of the connection. */
export type Ports = {
  open: () => Socket
  token: () => string | undefined
  /**
   * True when there is a token newer than `used`; false: the session has ended. Throws where the
   * server cannot be reached.
   */
  refresh: (used: string | undefined) => Promise<boolean>
  language: () => string
  now: () => number
  /** Schedules `work`; returns a function that cancels it. */
  later: (work: () => void, ms: number) => () => void
  /** A number from 0 to 1. */
  random: () => number
}

/** `connecting`: not connected yet. `lost`: the displayed data is out of date. */
export type LinkState = 'stopped' | 'connecting' | 'live' | 'lost'

export type LiveEvents = {
  link: LinkState
  drone: LiveDrone
  anomaly: Anomaly
  alarmsChanged: { assignedId: string | null }
  zonesChanged: null
  bulletinsChanged: null
  accessChanged: null
  commandsChanged: { droneId: string }
}

/** WebSocket close codes: the token is invalid; this person has no live data. */
const tokenRejected = 4401
const notForThem = 4403
const viewDebounceMs = 250
const firstDelayMs = 500
const longestDelayMs = 30_000
/**
 * Frames arrive every second: after this silence the connection counts as broken, even if it was
 * not closed.
 */
const silenceMs = 12_000

/**
 * Exponential backoff with jitter, so that not all consoles reconnect to a restarted server at
 * once.
 */
export const delayAfter = (failures: number, random: number): number =>
  Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(failures, 10)) * (0.5 + random / 2)

/** The protocol has no message to unsubscribe, so an empty view is sent. */
const nothing: LiveView = { bounds: [0, 0, 0, 0], zoom: 22, filters: {}, showOffline: false }

export class LiveConnection {
  readonly store: LiveStore
  private readonly ports: Ports
  private readonly listeners: { [K in keyof LiveEvents]: Set<(event: LiveEvents[K]) => void> } = {
    link: new Set(),
    drone: new Set(),
    anomaly: new Set(),
    alarmsChanged: new Set(),
    zonesChanged: new Set(),
    bulletinsChanged: new Set(),
    accessChanged: new Set(),
    commandsChanged: new Set(),
  }
  private current: LinkState = 'stopped'
  private socket: Socket | null = null
  private frames = new FrameReader()
  private failures = 0
  /** Set if the token was just refreshed: if it is refused again, the next attempt waits. */
  private renewed = false
  private usedToken: string | undefined
  private view: LiveView | null = null
  private sentView = ''
  private followed: string | null = null
  private callOffRetry: (() => void) | null = null
  private callOffView: (() => void) | null = null
  private callOffSilence: (() => void) | null = null

  constructor(ports: Ports, store: LiveStore) {
    this.ports = ports
    this.store = store
  }

  readonly state = (): LinkState => this.current

  readonly on = <K extends keyof LiveEvents>(
    name: K,
    listener: (event: LiveEvents[K]) => void,
  ): (() => void) => {
    this.listeners[name].add(listener)
    return () => void this.listeners[name].delete(listener)
  }

  start(): void {
    if (this.current !== 'stopped') return
    this.enter('connecting')
    this.connect()
  }

  stop(): void {
    this.cancelTimers()
    this.drop(1000)
    this.failures = 0
    this.renewed = false
    this.enter('stopped')
  }

  /** Skips the waiting time, because the network is back or the page is visible again. */
  retryNow(): void {
    if (this.callOffRetry === null) return
    this.callOffRetry()
    this.callOffRetry = null
    this.connect()
  }

  /**
   * Sets the map's view, which is also sent after each reconnection; null if no map is shown.
   * Several calls in a row are sent once.
   */
  setView(view: LiveView | null): void {
    this.view = view
    this.callOffView ??= this.ports.later(() => {
      this.callOffView = null
      this.sendView()
    }, viewDebounceMs)
  }

  /** Subscribes to one drone's full data, sent each second. */
  follow(droneId: string | null): void {
    this.followed = droneId
    if (this.current === 'live') this.send({ type: 'follow', droneId })
  }

  private connect(): void {
    const socket = this.ports.open()
    this.socket = socket
    this.frames = new FrameReader()
    this.sentView = ''
    socket.binaryType = 'arraybuffer'
    socket.onopen = () => {
      this.usedToken = this.ports.token()
      this.send({
        type: 'hello',
        token: this.usedToken ?? '',
        language: this.ports.language(),
        readsDeltas: true,
      })
    }
    socket.onmessage = ({ data }) => {
      if (data instanceof ArrayBuffer) this.onFrame(data)
      else if (typeof data === 'string') this.onMessage(JSON.parse(data) as LiveMessage)
    }
    socket.onclose = ({ code }) => {
      if (this.socket === socket) this.onClosed(code)
    }
    this.watchSilence()
  }

  private onFrame(data: ArrayBuffer): void {
    const frame = this.frames.read(data)
    if (this.frames.isLost) {
      this.sentView = ''
      this.sendView()
    }
    if (!frame) return
    this.watchSilence()
    this.store.take(frame, this.ports.now())
  }

  private onMessage(message: LiveMessage): void {
    this.watchSilence()
    switch (message.type) {
      case 'ready':
        this.failures = 0
        this.renewed = false
        this.store.forgetSlots()
        this.enter('live')
        if (this.view) this.sendView()
        if (this.followed !== null) this.send({ type: 'follow', droneId: this.followed })
        return
      case 'names':
        return this.store.name(message.drones)
      case 'drone':
        return this.emit('drone', message.drone)
      case 'anomaly':
        return this.emit('anomaly', message.anomaly)
      case 'alarmsChanged':
        return this.emit('alarmsChanged', message)
      case 'zonesChanged':
        return this.emit('zonesChanged', null)
      case 'bulletinsChanged':
        return this.emit('bulletinsChanged', null)
      case 'accessChanged':
        return this.emit('accessChanged', null)
      case 'commandsChanged':
        return this.emit('commandsChanged', message)
      case 'signedOut':
        this.drop(1000)
        return this.onClosed(tokenRejected)
    }
  }

  private onClosed(code: number): void {
    this.socket = null
    this.callOffSilence?.()
    this.callOffSilence = null
    if (this.current === 'stopped') return
    if (code === notForThem) return this.stop()
    if (this.current === 'live' || this.failures > 0) this.enter('lost')
    if (code === tokenRejected && !this.renewed) {
      this.renewed = true
      this.ports.refresh(this.usedToken).then(
        (isSignedIn) => {
          if (this.current === 'stopped') return
          if (isSignedIn) this.connect()
          else this.stop()
        },
        // The server cannot be reached to refresh the token, so retry later.
        () => this.retryLater(),
      )
      return
    }
    this.retryLater()
  }

  private retryLater(): void {
    if (this.current === 'stopped') return
    this.enter('lost')
    this.renewed = false
    this.callOffRetry = this.ports.later(
      () => {
        this.callOffRetry = null
        this.connect()
      },
      delayAfter(this.failures, this.ports.random()),
    )
    this.failures++
  }

  /**
   * Closes a connection that died without being closed (a train in a tunnel). Without a view no
   * messages are expected, so silence means nothing.
   */
  private watchSilence(): void {
    this.callOffSilence?.()
    this.callOffSilence = this.ports.later(() => {
      if (this.current === 'live' && (this.view === null || this.sentView === '')) return
      this.drop(4000)
      this.onClosed(4000)
    }, silenceMs)
  }

  private sendView(): void {
    if (this.current !== 'live') return
    const text = JSON.stringify({ type: 'view', ...(this.view ?? nothing) } satisfies LiveRequest)
    if (text === this.sentView) return
    this.sentView = text
    this.socket?.send(text)
    this.watchSilence()
  }

  private send(request: LiveRequest): void {
    this.socket?.send(JSON.stringify(request))
  }

  private drop(code: number): void {
    const { socket } = this
    if (!socket) return
    this.socket = null
    socket.onclose = socket.onmessage = socket.onopen = null
    socket.close(code)
  }

  private cancelTimers(): void {
    for (const callOff of [this.callOffRetry, this.callOffView, this.callOffSilence]) callOff?.()
    this.callOffRetry = this.callOffView = this.callOffSilence = null
  }

  private enter(state: LinkState): void {
    if (this.current === state) return
    this.current = state
    this.emit('link', state)
  }

  private emit<K extends keyof LiveEvents>(name: K, event: LiveEvents[K]): void {
    for (const listener of this.listeners[name]) listener(event)
  }
}
