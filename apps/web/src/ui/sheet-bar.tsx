import { createContext, useContext, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

type Sheet = {
  /** Where the line is rendered; null on a wide window. */
  bar: HTMLElement | null
  /** Collapses the sheet to its line, for work on the map. */
  collapse: () => void
  /** Opens a collapsed sheet. */
  open: () => void
}

const SheetContext = createContext<Sheet>({
  bar: null,
  collapse: () => undefined,
  open: () => undefined,
})
export const SheetProvider = SheetContext.Provider

/** The bottom sheet that contains the component. */
export const useOwnSheet = (): Sheet => useContext(SheetContext)

/** A line that replaces the content of the bottom sheet while it is collapsed. */
export const SheetBar = ({ children }: { children: ReactNode }) => {
  const { bar } = useOwnSheet()
  return bar && createPortal(children, bar)
}
