import { lazy, type ComponentType } from 'react'

/** A component whose code loads when it is first shown, within a `Suspense`. */
export const lazyComponent = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> =>
  // `lazy` also types a ref, which none of these components takes.
  lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>
