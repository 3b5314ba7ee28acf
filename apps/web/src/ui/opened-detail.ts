import { useSearchParams } from 'react-router'

/** Closes the details drawer of a list by removing its row from the URL. */
export const useCloseDetail = (): (() => void) => {
  const [, setParams] = useSearchParams()
  return () =>
    setParams((before) => {
      const after = new URLSearchParams(before)
      after.delete('open')
      return after
    })
}

/** Opens the details of a row through the URL. */
export const useOpenDetail = (): ((id: string) => void) => {
  const [, setParams] = useSearchParams()
  return (id) =>
    setParams((before) => {
      const after = new URLSearchParams(before)
      after.set('open', id)
      return after
    })
}
