import { render } from '@testing-library/react'
import { App } from 'antd'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { MapContext } from '../../../map/map-context.ts'
import type { MapHandle } from '../../../map/map-types.ts'
import { StageProvider } from '../../../ui/stage.tsx'

/** Renders a tool in the console's layout, with an optional map and an element for panels. */
export const showTool = (tool: ReactNode, map: MapHandle | null = null): void => {
  const overlay = document.createElement('div')
  document.body.replaceChildren(overlay)
  const router = createMemoryRouter([{ path: '*', Component: () => <>{tool}</> }])
  render(
    <App>
      <MapContext value={map}>
        <StageProvider
          value={{ layout: 'map', isMapOpen: true, openMap: () => undefined, overlay }}
        >
          <RouterProvider router={router} />
        </StageProvider>
      </MapContext>
    </App>,
  )
}

/** Mocks a worker by running its code in the page: `answer` is the worker's request handler. */
export const createWorkerClass = (
  answer: (send: (message: unknown) => void) => (request: never) => Promise<void>,
): unknown =>
  class {
    readonly #heard: ((event: { data: unknown }) => void)[] = []
    readonly #answer = answer((data) => {
      for (const hear of this.#heard) hear({ data })
    })
    addEventListener(name: string, hear: (event: { data: unknown }) => void): void {
      if (name === 'message') this.#heard.push(hear)
    }
    postMessage(request: never): void {
      void this.#answer(request)
    }
    terminate(): void {
      this.#heard.length = 0
    }
  }

/** A minimal File that can be read in chunks, which jsdom's File cannot. */
export const toFile = (name: string, content: Uint8Array | string): File => {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const blob = (part: Uint8Array) => ({
    size: part.length,
    arrayBuffer: async () => part.slice().buffer,
    slice: (from: number, to: number) => blob(part.subarray(from, to)),
  })
  return { ...blob(bytes), name, lastModified: 1 } as unknown as File
}
