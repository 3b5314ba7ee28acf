/** Hands a file to the person's downloads. */
export const saveFile = (name: string, content: Blob): void => {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Not at once: some browsers read the address after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
