/** Longest sides in pixels, largest first. The first one whose file is small enough is used. */
const SIDES = [2560, 1600, 1024]
/** WebP keeps transparency; a browser that can't write it (Safari) writes JPEG. */
const WRITTEN = [
  { type: 'image/webp', ending: 'webp' },
  { type: 'image/jpeg', ending: 'jpg' },
] as const

/**
 * A copy of an image of at most `bytes`, as large as that allows; null if the browser can't read the image or no copy is small enough. In its own file,
 * which is loaded with the first image that needs it.
 */
export async function smallerImage(file: File, bytes: number): Promise<File | null> {
  const image = await createImageBitmap(file).catch(() => null)
  if (!image) return null
  try {
    for (const side of SIDES)
      for (const { type, ending } of WRITTEN) {
        const blob = await drawn(image, side, type)
        // A browser that can't write the type writes PNG instead.
        if (blob?.type === type && blob.size <= bytes) return new File([blob], file.name.replace(/(\.\w+)?$/, `.${ending}`), { type })
      }
    return null
  } finally {
    image.close()
  }
}

function drawn(image: ImageBitmap, side: number, type: string): Promise<Blob | null> {
  const scale = Math.min(1, side / Math.max(image.width, image.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.width * scale))
  canvas.height = Math.max(1, Math.round(image.height * scale))
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  if (type === 'image/jpeg') {
    // JPEG has no transparency: without a white background it would be black.
    context.fillStyle = '#ffffff'
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, type, 0.82))
}
