// Receives a drone's commands and executes each once, through broken links and restarts
// (docs/device-protocol.md, "Never twice").
import type { Command } from '@swath/domain/command'

/** `later`: answered once the drone has reached the requested state. */
export type Obedience = 'done' | 'later' | { readonly refused: string }

export type Answer = {
  readonly id: string
  readonly result: 'done' | 'refused'
  readonly reason?: string
}

/** State that must survive a restart. */
export type CommandMemory = {
  /** The highest number received. */
  n: number
  /** The last answers, by number. */
  answers: Record<number, Answer>
  /** Received but not answered yet, such as a lock until the landing. */
  pending: { n: number; id: string; type: Command['type'] }[]
}

export const emptyMemory = (): CommandMemory => ({ n: 0, answers: {}, pending: [] })

type Options = {
  readonly memory: CommandMemory
  /** Called before a command is executed, and after each answer. */
  readonly save: () => void
  readonly answer: (answer: Answer) => void
  readonly obey: (command: Command) => Obedience
  /** The lock state, sent by the server at each connection. */
  readonly onState: (locked: boolean) => void
  readonly now: () => number
}

type Heard = {
  readonly type: string
  readonly locked?: boolean
  readonly id?: string
  readonly n?: number
  readonly until?: number
}

const ANSWERS_KEPT = 50

export class CommandDesk {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  hear(payload: Buffer): void {
    const heard = JSON.parse(payload.toString()) as Heard
    if (heard.type === 'state') return this.#options.onState(heard.locked === true)
    const { id, n, until } = heard
    if (id === undefined || n === undefined || until === undefined) return
    const { memory, save, obey, now } = this.#options
    const before = memory.answers[n]
    if (before !== undefined) return this.#options.answer(before)
    if (memory.pending.some((one) => one.n === n)) return
    if (n <= memory.n)
      return this.#settle(n, { id, result: 'refused', reason: 'restarted before it was done' })
    memory.n = n
    // Saved before execution: after a restart in between, the command is refused, never repeated.
    save()
    const outcome =
      now() > until ? { refused: 'it came too late' } : obey(heard as unknown as Command)
    if (outcome === 'later') {
      memory.pending.push({ n, id, type: heard.type as Command['type'] })
      return save()
    }
    this.#settle(
      n,
      outcome === 'done'
        ? { id, result: 'done' }
        : { id, result: 'refused', reason: outcome.refused },
    )
  }

  /** Answers the pending commands of a type as done. */
  come(type: Command['type']): void {
    for (const { n, id } of this.#options.memory.pending.filter((one) => one.type === type))
      this.#settle(n, { id, result: 'done' })
  }

  /** Refuses the pending commands of a type. */
  drop(type: Command['type'], reason: string): void {
    for (const { n, id } of this.#options.memory.pending.filter((one) => one.type === type))
      this.#settle(n, { id, result: 'refused', reason })
  }

  #settle(n: number, answer: Answer): void {
    const { memory, save } = this.#options
    memory.pending = memory.pending.filter((one) => one.n !== n)
    memory.answers[n] = answer
    for (const old of Object.keys(memory.answers).map(Number))
      if (old <= memory.n - ANSWERS_KEPT) delete memory.answers[old]
    save()
    this.#options.answer(answer)
  }
}
