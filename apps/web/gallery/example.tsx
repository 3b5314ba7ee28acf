import { Button } from 'antd'
import {
  createContext,
  useContext,
  useEffect,
  useEffectEvent,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react'

export type Example = {
  /** In the URL and in the names of pictures. */
  name: string
  folder: 'ui' | 'ui/fields' | 'ui/paper' | 'ui/share' | 'charts' | 'map'
  Show: ComponentType
  /** Covers the page, as dialogs do: the picture is of the whole window. */
  isCover?: boolean
  /** A screen with its own margins and ground. */
  isScreen?: boolean
  /** Differs on wide windows: its light picture is taken there. */
  isWide?: boolean
  /** Path and query with which the page of the example begins. */
  path?: string
  /** Whether all of it is drawn, where that takes longer than the answers of calls. */
  isDrawn?: () => boolean
  /** Why there is no picture of it. */
  noPicture?: string
}

export const AloneContext = createContext(false)

type CoverProps = {
  label: string
  /** What covers the page; `close` removes it. */
  children: (close: () => void) => ReactNode
}

/** Opens immediately if the example is shown alone, otherwise with a button. */
export const Cover = ({ label, children }: CoverProps) => {
  const [isOpen, setOpen] = useState(useContext(AloneContext))
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      {isOpen && children(() => setOpen(false))}
    </>
  )
}

/** The same for a function that opens a dialog. */
export const Opener = ({ label, open }: { label: string; open: () => void }) => {
  const isAlone = useContext(AloneContext)
  const openNow = useEffectEvent(open)
  useEffect(() => {
    if (isAlone) openNow()
  }, [isAlone])
  return <Button onClick={open}>{label}</Button>
}

/** Several states of a component below each other. */
export const States = ({ children }: { children: ReactNode }) => (
  <div className="grid gap-16" style={{ justifyItems: 'start' }}>
    {children}
  </div>
)
