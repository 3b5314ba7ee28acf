import { Suspense, type ComponentType } from 'react'
import { lazyComponent } from './lazy-component.tsx'

type Part<Props> = {
  /** Parts are sorted by this, top to bottom. */
  readonly order: number
  readonly load: () => Promise<ComponentType<Props>>
}

/**
 * An extension point of a page: the page defines it, other modules fill it (`app/slots.ts`), and
 * neither imports the other. Each part is loaded when it is first rendered.
 */
export const defineSlot = <Props extends object>() => {
  const parts: { order: number; Part: ComponentType<Props> }[] = []
  return {
    fill: ({ order, load }: Part<Props>): void => {
      parts.push({ order, Part: lazyComponent(load) })
      parts.sort((a, b) => a.order - b.order)
    },
    Slot: (props: Props) =>
      parts.map(({ order, Part }) => (
        <Suspense key={order} fallback={null}>
          <Part {...props} />
        </Suspense>
      )),
  }
}
