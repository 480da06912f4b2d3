import { createVerify, X509Certificate, createHash } from 'node:crypto'

/** How the test agent reacts to the next print call. */
export type Behaviour =
  /** Takes the job; it comes out of the printer, and its events say so. */
  | 'prints'
  /** Prints, but the driver tells nothing. */
  | 'tells nothing'
  /** Takes the job and answers, but somebody removes it from the list before it is printed. */
  | 'removed'
  /** Out of paper: takes the job, and prints it when `paper()` is called. */
  | 'no paper'
  /** Prints, and the connection is lost before the answer. */
  | 'prints, then dies'
  /** The connection is lost before anything is printed. */
  | 'dies'
  /** Answers with an error of the print service. */
  | 'refuses'
  /** Prints a second later. */
  | 'slow'
  /** Takes the job, and neither answers nor prints it. */
  | 'hangs'

type Message = {
  uid?: string
  call?: string
  params?: {
    query?: string
    printer?: { name?: string }
    options?: { jobName?: string }
    data?: { data: string }[]
    printerNames?: string[]
  }
  timestamp?: number
  signature?: string
  signAlgorithm?: string
  certificate?: string | null
}

type Connection = { send: (text: string) => void; close: () => void; certificate: X509Certificate | null; listens: Set<string> }

/**
 * Simulates QZ Tray 2.2 (by its source and PLATFORM) without a window: the answers, events and refusals that the real qz-tray client gets. It checks each
 * signature with the certificate's key. A transport (a websocket server, or a socket in the page) calls `open`, passes each text to what it gives back, and
 * `lost` when the socket has closed.
 */
export class TestAgent {
  /** What came out of the printers, in order. */
  readonly printed: { printer: string; job: string; bytes: Uint8Array }[] = []
  /** The calls that were answered, in order. */
  readonly calls: string[] = []
  printers: string[]
  version = '2.2.6'
  /** Does somebody at the computer allow the connection? 'asks' waits for `answer`. */
  allows: 'yes' | 'no' | 'asks' = 'yes'
  /** Do the drivers send events of their jobs? */
  events = true
  /** Does finding printers work? */
  finds = true
  /** Is the program stuck? Then it receives everything and answers nothing. */
  stuck = false
  /** How many connections it ends when they ask for its version, as a program does that is being closed. */
  leaving = 0
  /** The clock of this computer, as an offset in ms. */
  clock = 0
  next: Behaviour[] = []
  /** Called when a paper has arrived, before anything is done with it. */
  onPaper: () => void = () => undefined
  #connections = new Set<Connection>()
  #asked: (() => void)[] = []
  #waiting: (() => void)[] = []

  constructor(printers: string[]) {
    this.printers = printers
  }

  get connections(): number {
    return this.#connections.size
  }

  open(send: (text: string) => void, close: () => void): { receive: (text: string) => void; lost: () => void } {
    const connection: Connection = { send, close, certificate: null, listens: new Set() }
    this.#connections.add(connection)
    return {
      receive: (text) => this.#receive(connection, text),
      lost: () => void this.#connections.delete(connection),
    }
  }

  /** Somebody allows the connections that wait. */
  answer(): void {
    this.allows = 'yes'
    for (const run of this.#asked.splice(0)) run()
  }

  /** Puts paper in: the jobs that waited come out. */
  paper(): void {
    for (const run of this.#waiting.splice(0)) run()
  }

  /** QZ Tray is closed. */
  quit(): void {
    for (const connection of [...this.#connections]) this.#drop(connection)
  }

  #drop(connection: Connection) {
    this.#connections.delete(connection)
    connection.close()
  }

  #receive(connection: Connection, text: string) {
    if (text === 'ping' || this.stuck) return
    const message = JSON.parse(text) as Message
    const { uid, call = '' } = message
    const result = (value: unknown) => connection.send(JSON.stringify({ uid, result: value }))
    const error = (value: string) => connection.send(JSON.stringify({ uid, error: value }))
    if ('certificate' in message) {
      connection.certificate = message.certificate ? new X509Certificate(message.certificate) : null
      const allowed = () => {
        if (connection.certificate && this.allows !== 'no') return result(null)
        error('Connection blocked by client')
        this.#drop(connection)
      }
      return this.allows === 'asks' ? void this.#asked.push(allowed) : allowed()
    }
    this.calls.push(call)
    if (call === 'getVersion' && this.leaving > 0) {
      this.leaving -= 1
      return this.#drop(connection)
    }
    if (call === 'getVersion') return result(this.version)
    if (!this.#trusted(connection, message)) return error('Request blocked')
    if (call === 'printers.find') return this.finds ? result(this.printers) : error('java.lang.NullPointerException')
    if (call === 'printers.startListening') {
      if (!this.events) return error('Listening failed.')
      for (const name of message.params?.printerNames ?? []) connection.listens.add(name)
      return result(null)
    }
    if (call === 'print') return this.#print(connection, message, result, error)
    error(`Invalid call: ${call}`)
  }

  /** PLATFORM "QZ Tray": the SHA-256 of `{ call, params, timestamp }` as hex is what is signed; 15 minutes between the clocks are too many. */
  #trusted({ certificate }: Connection, { call, params, timestamp = 0, signature = '', signAlgorithm }: Message): boolean {
    if (!certificate || signAlgorithm !== 'SHA512' || Math.abs(Date.now() + this.clock - timestamp) > 15 * 60_000) return false
    const hash = createHash('sha256').update(JSON.stringify({ call, params, timestamp })).digest('hex')
    return createVerify('sha512').update(hash).verify(certificate.publicKey, signature, 'base64')
  }

  #print(connection: Connection, { params }: Message, result: (value: unknown) => void, error: (text: string) => void) {
    // The real agent takes the first printer whose name contains what was asked for.
    const asked = params?.printer?.name ?? ''
    const printer = this.printers.find((name) => name === asked) ?? this.printers.find((name) => name.includes(asked))
    if (!printer) return error(`Cannot find printer with name "${asked}"`)
    const job = params?.options?.jobName ?? ''
    const bytes = Buffer.concat((params?.data ?? []).map(({ data }) => Buffer.from(data, 'base64')))
    this.onPaper()
    const behaviour = this.next.shift() ?? 'prints'
    const say = (statusText: string) => {
      const event = { printerName: printer, eventType: 'JOB', statusText, severity: 'INFO', jobId: this.printed.length + 1, jobName: job }
      if (connection.listens.has(printer)) connection.send(JSON.stringify({ type: 'PRINTER', event: JSON.stringify(event) }))
    }
    const comeOut = () => {
      this.printed.push({ printer, job, bytes: new Uint8Array(bytes) })
      say('PRINTING')
      say('COMPLETE')
    }
    switch (behaviour) {
      case 'dies':
        return this.#drop(connection)
      case 'prints, then dies':
        this.printed.push({ printer, job, bytes: new Uint8Array(bytes) })
        return this.#drop(connection)
      case 'hangs':
        return
      case 'refuses':
        return error('java.awt.print.PrinterAbortException')
      case 'slow':
        return void setTimeout(() => (result(null), comeOut()), 1000)
      case 'tells nothing':
        this.printed.push({ printer, job, bytes: new Uint8Array(bytes) })
        return result(null)
    }
    result(null)
    say('SPOOLING')
    if (behaviour === 'removed') return say('CANCELED')
    if (behaviour === 'prints') return comeOut()
    say('PAPEROUT')
    this.#waiting.push(comeOut)
  }
}
