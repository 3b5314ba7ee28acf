import { lazy, type ComponentType } from 'react'

/** A component whose code is loaded when it is first rendered; needs a `Suspense` above it. */
export const lazyComponent = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> =>
  // The types of `lazy` include a ref, which none of these components takes.
  lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>
