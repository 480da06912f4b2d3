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
  api: { getVersion: () => Promise<string> }
}

type Resolver = (resolve: (text: string) => void, reject: (error: unknown) => void) => void

/** QZ Tray's event about a printer or one of its jobs. `statusText` of a job is one of NativeJobStatus: SPOOLING, PRINTING, COMPLETE, PAPEROUT … */
export type PrinterEvent = { printerName: string; eventType: 'PRINTER' | 'JOB'; statusText: string; severity?: string; jobName?: string }

let loaded: Promise<Qz> | null = null

export function loadQz(): Promise<Qz> {
  loaded ??= import('qz-tray').then(
    (module: { default: Qz }) => module.default,
    (error: unknown) => {
      loaded = null
      throw error
    },
  )
  return loaded
}
