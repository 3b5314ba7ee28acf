import { lazy, Suspense, type ComponentType } from 'react'
import { loadTexts } from './i18n.ts'

type Part<Props> = {
  /** Ascending from top to bottom. */
  readonly order: number
  /** Text files that load with the part. */
  readonly texts: readonly string[]
  readonly load: () => Promise<ComponentType<Props>>
}

/**
 * A place on a page for parts of other modules: the page defines it, the modules fill it
 * (`app/slots.ts`), and neither imports the other. Each part loads when it is first shown.
 */
export const defineSlot = <Props extends object>() => {
  const parts: { order: number; Part: ComponentType<Props> }[] = []
  return {
    fill: ({ order, texts, load }: Part<Props>): void => {
      const Loaded = lazy(async () => {
        const [component] = await Promise.all([load(), loadTexts(texts)])
        return { default: component }
      })
      // `lazy` wants to know whether the component takes a ref; none of these does.
      parts.push({ order, Part: Loaded as unknown as ComponentType<Props> })
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
