/** Saves a CSV text as a file on the device. */
export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Revoked later: some browsers read the file after the click and would save an empty one.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
