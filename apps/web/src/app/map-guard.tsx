import { Component, type ReactNode } from 'react'
import style from './shell.module.css'

/** A map that cannot be fetched or breaks takes nothing else down. */
export class MapGuard extends Component<
  { text: string; children: ReactNode },
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
    return this.state.isBroken ? (
      <p className={style.mapBroken} role="status">
        {this.props.text}
      </p>
    ) : (
      this.props.children
    )
  }
}
