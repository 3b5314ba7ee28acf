import { Component, type ReactNode } from 'react'

/**
 * A map, or a part of it, that cannot be fetched or breaks takes nothing else down; `text` is shown
 * instead of it.
 */
export class MapGuard extends Component<
  { text: string | null; children: ReactNode },
  { isBroken: boolean }
> {
  override state = { isBroken: false }
  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true }
  }
  override componentDidCatch(error: unknown): void {
    console.error(error)
  }
  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children
    return this.props.text === null ? null : (
      <p className="grid place-items-center m-0 muted h-full" role="status">
        {this.props.text}
      </p>
    )
  }
}
