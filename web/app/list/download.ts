/** Saves a file on the device. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Revoked later: some browsers read the file after the click and would save an empty one.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Saves a CSV text as a file on the device. */
export const download = (name: string, text: string): void => saveFile(name, new Blob([text], { type: 'text/csv;charset=utf-8' }))
