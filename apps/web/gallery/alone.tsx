import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { Providers } from '../src/app/providers.tsx'
import { queryClient } from '../src/lib/query.ts'
import { OwnScreensProvider, type OwnScreens } from '../src/ui/own-screens.ts'
import { readAddress, type Address } from './address.ts'
import { AloneContext, type Example } from './example.tsx'
import { examples } from './examples.ts'

// The picture tests read it.
Object.assign(globalThis, {
  galleryExamples: examples.map(({ name, isCover = false, isWide = false, noPicture = null }) => ({
    name,
    isCover,
    isWide,
    noPicture,
  })),
})

const ownScreens: OwnScreens = { groups: [], findPath: (screen) => `/${screen}` }

const onNavigation = (listener: () => void): (() => void) => {
  window.addEventListener('popstate', listener)
  return () => window.removeEventListener('popstate', listener)
}

/** An example in its own router, because some components keep their state in the URL. */
const Routed = ({ example: { Show, path = '/' } }: { example: Example }) => {
  const router = useMemo(
    () =>
      createMemoryRouter(
        [
          {
            path: '*',
            element: (
              <OwnScreensProvider value={ownScreens}>
                <Show />
              </OwnScreensProvider>
            ),
          },
        ],
        { initialEntries: [path] },
      ),
    [Show, path],
  )
  return <RouterProvider router={router} />
}

const All = () =>
  examples.map((example) => (
    <section key={example.name} className="gallery-card" data-screen={example.isScreen}>
      <h2>{example.name}</h2>
      <Routed example={example} />
    </section>
  ))

const nextFrame = (): Promise<unknown> => new Promise((done) => requestAnimationFrame(done))
/** Long enough for an effect that sets state after the answer of a call. */
const quietFrames = 3

/** Marks the page when no call is open and nothing is waiting, for the picture tests. */
const useReadyMark = (name: string, isDrawn: Example['isDrawn']): void => {
  useEffect(() => {
    const { dataset } = document.documentElement
    let isOver = false
    const wait = async (): Promise<void> => {
      await document.fonts.ready
      for (let quiet = 0; quiet < quietFrames && !isOver; quiet++) {
        await nextFrame()
        const isWaiting = queryClient.isFetching() > 0 || document.querySelector('[data-waiting]')
        if (isWaiting || isDrawn?.() === false) quiet = 0
      }
      if (!isOver) dataset['ready'] = name
    }
    void wait()
    return () => {
      isOver = true
      delete dataset['ready']
    }
  }, [name, isDrawn])
}

const One = ({ example, name }: { example: Example | undefined; name: string }) => {
  useReadyMark(name, example?.isDrawn)
  const [isClear, setClear] = useState(false)
  useEffect(() => {
    queryClient.clear()
    setClear(true)
  }, [])
  if (!example) return <p>There is no example {name}.</p>
  return (
    <div id="example" data-screen={example.isScreen}>
      {isClear && <Routed example={example} />}
    </div>
  )
}

/** One example, or all of them, as a page without the list and the controls. */
export const Alone = ({ theme }: Pick<Address, 'theme'>) => {
  // The picture tests go from example to example without loading the page again.
  const search = useSyncExternalStore(onNavigation, () => location.search)
  const name = readAddress(search).example ?? 'all'
  return (
    <Providers key={name} palette={theme}>
      {name === 'all' ? (
        <All />
      ) : (
        <AloneContext value={true}>
          <One name={name} example={examples.find((one) => one.name === name)} />
        </AloneContext>
      )}
    </Providers>
  )
}
