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

/** Opens the details of a row, by the address. */
export const useOpenDetail = (): ((id: string) => void) => {
  const [, setParams] = useSearchParams()
  return (id) =>
    setParams((before) => {
      const after = new URLSearchParams(before)
      after.set('open', id)
      return after
    })
}
