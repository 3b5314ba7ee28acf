/** Downloads a file. */
export const saveFile = (name: string, content: Blob): void => {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Deferred, because some browsers read the URL after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
