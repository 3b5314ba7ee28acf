import { Component, type ReactNode } from 'react'

/**
 * An error boundary for the map: if it breaks or fails to load, the page keeps working and `text`
 * is shown instead.
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
