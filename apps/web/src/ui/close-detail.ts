import { useSearchParams } from 'react-router'

/** Closes the details that a list has open: its row leaves the address. */
export const useCloseDetail = (): (() => void) => {
  const [, setParams] = useSearchParams()
  return () =>
    setParams((before) => {
      const after = new URLSearchParams(before)
      after.delete('open')
      return after
    })
}
