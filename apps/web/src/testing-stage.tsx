import type { ReactNode } from 'react'
import { StageProvider } from './ui/stage.tsx'

/** The console's layout with a map, for tests of pages with panels. */
export const TestStage = ({ children }: { children: ReactNode }) => (
  <StageProvider
    value={{ layout: 'map', isMapOpen: true, openMap: () => undefined, overlay: document.body }}
  >
    {children}
  </StageProvider>
)
