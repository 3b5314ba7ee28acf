import type { Leaf, MessageLayout } from './definitions.ts'

/** One topic of one instance, and how its messages are laid out. */
export class Subscription {
  readonly name: string
  readonly instance: number
  /** `battery_status`, or `battery_status[1]` for the second one. */
  readonly kind: string
  readonly layout: MessageLayout
  readonly #timestamp: Leaf | undefined

  constructor(name: string, instance: number, layout: MessageLayout) {
    this.name = name
    this.instance = instance
    this.kind = instance === 0 ? name : `${name}[${instance}]`
    this.layout = layout
    this.#timestamp = layout.byName.get('timestamp')
  }

  /** Since the start of the autopilot; NaN in a format without. */
  localMs(view: DataView, at: number): number {
    return this.#timestamp === undefined
      ? NaN
      : this.#timestamp.read(view, at + this.#timestamp.offset) / 1000
  }

  /** The first of these fields that the message has: releases of PX4 rename them. NaN without. */
  number(view: DataView, at: number, ...names: readonly string[]): number {
    for (const name of names) {
      const leaf = this.layout.byName.get(name)
      if (leaf !== undefined) return leaf.read(view, at + leaf.offset)
    }
    return NaN
  }
}
