/** The documents of a claim (CONTRACT §6). The form names their limits, and they are checked before anything is sent. */
export const MOST_FILES = 5
export const MOST_BYTES = 10 * 1024 * 1024
export const ACCEPTED = '.pdf,.jpg,.jpeg,.png,application/pdf,image/jpeg,image/png'
const TYPES = ['application/pdf', 'image/jpeg', 'image/png']

type Named = { name: string; size: number; type: string }

/** The files with the new ones added, without those that can't be sent, and the reason for each of these. */
export function withFiles<F extends Named>(files: readonly F[], added: readonly F[]): { files: F[]; refused: string[] } {
  const kept = [...files]
  const refused: string[] = []
  for (const file of added) {
    if (kept.some((other) => other.name === file.name && other.size === file.size)) continue
    if (!TYPES.includes(file.type)) refused.push(`${file.name} is no PDF, JPG or PNG.`)
    else if (file.size === 0) refused.push(`${file.name} is empty.`)
    else if (file.size > MOST_BYTES) refused.push(`${file.name} is larger than 10 MB.`)
    else if (kept.length >= MOST_FILES) refused.push(`${file.name} is one too many: five files are the most.`)
    else kept.push(file)
  }
  return { files: kept, refused }
}

/** `286 kB`, `1.4 MB`. */
export const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
