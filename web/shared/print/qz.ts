/** The part of qz-tray's interface that Tawa uses; the package has no types. Loaded when a page first prints. */
export type Qz = {
  websocket: {
    /** Tries each port once. Resolves after QZ Tray's user has allowed the connection. */
    connect: (options: {
      host: string
      usingSecure: boolean
      port: { secure: number[]; insecure: number[] }
      keepAlive: number
    }) => Promise<void>
    disconnect: () => Promise<void>
    /** Is the socket open, also before the connection was allowed? */
    isActive: () => boolean
    setClosedCallbacks: (run: () => void) => void
  }
  security: {
    setCertificatePromise: (read: Resolver, options: { rejectOnFailure: boolean }) => void
    setSignatureAlgorithm: (algorithm: 'SHA512') => void
    setSignaturePromise: (sign: (hash: string) => Resolver) => void
  }
  printers: {
    find: () => Promise<string[]>
    startListening: (printer: string) => Promise<void>
    setPrinterCallbacks: (run: (event: PrinterEvent) => void) => void
  }
  configs: { create: (printer: string, options: { jobName: string }) => unknown }
  print: (config: unknown, data: { type: 'raw'; format: 'command'; flavor: 'base64'; data: string }[]) => Promise<void>
  api: {
    /** For qz-tray itself (`loadQz`). */
    getVersion: () => Promise<string>
    askVersion: () => Promise<string>
    /** For qz-tray itself (`loadQz`). */
    setWebSocketType: (type: typeof WebSocket) => void
  }
}

type Resolver = (resolve: (text: string) => void, reject: (error: unknown) => void) => void

/** QZ Tray's event about a printer or one of its jobs. `statusText` of a job is one of NativeJobStatus: SPOOLING, PRINTING, COMPLETE, PAPEROUT … */
export type PrinterEvent = { printerName: string; eventType: 'PRINTER' | 'JOB'; statusText: string; severity?: string; jobName?: string }

let loaded: Promise<Qz> | null = null

/** Called when a connection ends before it was made, which qz-tray doesn't report. */
let toldOfEnd: (error: Error) => void = () => undefined
export const onEarlyEnd = (told: typeof toldOfEnd): void => void (toldOfEnd = told)

/** Called when a port is tried; qz-tray tries the next one by itself. */
let toldOfSocket = () => {}
export const onSocket = (told: () => void): void => void (toldOfSocket = told)

function withToldSockets(qz: Qz): Qz {
  qz.api.setWebSocketType(
    class extends WebSocket {
      constructor(address: string | URL) {
        super(address)
        toldOfSocket()
      }
    },
  )
  return qz
}

/**
 * While it connects, qz-tray asks for the version and ignores the result. If the connection ends before the answer, that becomes an unhandled rejection, and its
 * `connect` never ends. So this question is made never to fail, and the end of the connection is reported to us instead.
 */
function withEarlyEnd(qz: Qz): Qz {
  const { api } = qz
  api.askVersion ??= api.getVersion
  api.getVersion = () => new Promise((resolve) => void api.askVersion().then(resolve, (error: Error) => toldOfEnd(error)))
  return qz
}

export function loadQz(): Promise<Qz> {
  loaded ??= import('qz-tray').then(
    (module: { default: Qz }) => withToldSockets(withEarlyEnd(module.default)),
    (error: unknown) => {
      loaded = null
      throw error
    },
  )
  return loaded
}
