// Who controls a drone: one person at a time. Others ask and wait in a queue. A holder without a
// heartbeat lapses, and the next in the queue gets control.

export type Steerer = {
  readonly userId: string
  readonly userName: string
  readonly accountName: string
}
export type Holder = Steerer & { readonly sinceMs: number; readonly lapsesMs: number }
export type Asker = Steerer & { readonly askedMs: number; readonly lapsesMs: number }
/** The queue is in the order of the requests. */
export type Steering = { readonly holder: Holder | null; readonly queue: readonly Asker[] }

/** Without a heartbeat for this long, a person loses control. */
export const steeringLapseMs = 60_000

const hold = ({ userId, userName, accountName }: Steerer, nowMs: number): Holder => ({
  userId,
  userName,
  accountName,
  sinceMs: nowMs,
  lapsesMs: nowMs + steeringLapseMs,
})

const promote = ({ holder, queue }: Steering, nowMs: number): Steering => {
  const [first, ...rest] = queue
  return holder || !first ? { holder, queue } : { holder: hold(first, nowMs), queue: rest }
}

/** The current state, without holders and askers that have lapsed. */
export const settleSteering = ({ holder, queue }: Steering, nowMs: number): Steering =>
  promote(
    {
      holder: holder && holder.lapsesMs > nowMs ? holder : null,
      queue: queue.filter(({ lapsesMs }) => lapsesMs > nowMs),
    },
    nowMs,
  )

/** A heartbeat extends existing control. */
export const keepSteering = (before: Steering, userId: string, nowMs: number): Steering => {
  const { holder, queue } = settleSteering(before, nowMs)
  const lapsesMs = nowMs + steeringLapseMs
  return {
    holder: holder?.userId === userId ? { ...holder, lapsesMs } : holder,
    queue: queue.map((one) => (one.userId === userId ? { ...one, lapsesMs } : one)),
  }
}

/** Takes control if no one has it, else requests it; a repeated request keeps its place. */
export const takeSteering = (before: Steering, who: Steerer, nowMs: number): Steering => {
  const { holder, queue } = keepSteering(before, who.userId, nowMs)
  if (!holder) return { holder: hold(who, nowMs), queue }
  const isThere = holder.userId === who.userId || queue.some(({ userId }) => userId === who.userId)
  if (isThere) return { holder, queue }
  const { userId, userName, accountName } = who
  const asker = { userId, userName, accountName, askedMs: nowMs, lapsesMs: nowMs + steeringLapseMs }
  return { holder, queue: [...queue, asker] }
}

/** Gives up control and requests. */
export const leaveSteering = (before: Steering, userId: string, nowMs: number): Steering => {
  const { holder, queue } = settleSteering(before, nowMs)
  return promote(
    {
      holder: holder?.userId === userId ? null : holder,
      queue: queue.filter((one) => one.userId !== userId),
    },
    nowMs,
  )
}
