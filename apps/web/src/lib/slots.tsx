import { Suspense, type ComponentType } from 'react'
import { lazyComponent } from './lazy-component.ts'

type Part<Props> = {
  /** Ascending from top to bottom. */
  readonly order: number
  readonly load: () => Promise<ComponentType<Props>>
}

/**
 * A place on a page for parts of other modules: the page defines it, the modules fill it
 * (`app/slots.ts`), and neither imports the other. Each part loads when it is first shown.
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
