import { render } from '@testing-library/react'
import { App } from 'antd'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { MapContext } from '../../../map/map-context.ts'
import type { MapHandle } from '../../../map/map-types.ts'
import { StageProvider } from '../../../ui/stage.tsx'

/** A tool within the console's frame: `map` gets what it draws there, panels have their place. */
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

/** Runs a worker's answers in the page: `answer` is what the worker's own file does. */
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

/** Files as browsers give them; the one of jsdom cannot be read in pieces. */
export const toFile = (name: string, content: Uint8Array | string): File => {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const blob = (part: Uint8Array) => ({
    size: part.length,
    arrayBuffer: async () => part.slice().buffer,
    slice: (from: number, to: number) => blob(part.subarray(from, to)),
  })
  return { ...blob(bytes), name, lastModified: 1 } as unknown as File
}
