/** The status and text of an answer, from fetch or XMLHttpRequest. */
export type Sent = { status: number; text: string; header: (name: string) => string | null }

/** There was no answer: a timeout (`late`) or no connection. */
export class NoAnswer extends Error {
  readonly late: boolean

  constructor(late: boolean) {
    super('No answer')
    this.name = 'NoAnswer'
    this.late = late
  }
}

export type Upload = {
  method: string
  headers: Readonly<Record<string, string>>
  form: FormData
  /** Milliseconds without progress until the upload fails. A large file on a slow connection may take longer in total. */
  timeout: number
  signal?: AbortSignal
  onProgress?: (share: number) => void
}

/** Sends a form by XMLHttpRequest, because fetch doesn't report upload progress. Throws NoAnswer, or the reason of `signal`. */
export function sendForm(url: string, { method, headers, form, timeout, signal, onProgress }: Upload): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = (settle: () => void) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
      settle()
    }
    const stop = () => {
      end(() => reject(signal?.reason as Error))
      xhr.abort()
    }
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        end(() => reject(new NoAnswer(true)))
        xhr.abort()
      }, timeout)
    }
    if (signal?.aborted) return reject(signal.reason as Error)
    signal?.addEventListener('abort', stop)
    xhr.upload.addEventListener('progress', (event) => {
      wait()
      if (event.lengthComputable && event.total > 0) onProgress?.(event.loaded / event.total)
    })
    xhr.addEventListener('load', () =>
      end(() => resolve({ status: xhr.status, text: xhr.responseText, header: (name) => xhr.getResponseHeader(name) })),
    )
    xhr.addEventListener('error', () => end(() => reject(new NoAnswer(false))))
    xhr.open(method, url)
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
    wait()
    xhr.send(form)
  })
}
