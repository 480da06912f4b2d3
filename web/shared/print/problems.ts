import { MESSAGES } from '#domain/messages.ts'
import { ApiError } from '#web/core/api.ts'

/** What can be wrong with the print agent, a printer or the logo: SPEC §8's sentence, and what the person can do about it (SCREENS §2.3 "/print"). */
export type ProblemCode =
  | 'notFound'
  | 'unable'
  | 'blocked'
  | 'noPrinter'
  | 'detection'
  | 'certificate'
  | 'authentication'
  | 'inProgress'
  | 'notSent'
  | 'unknown'
  | 'emptyLogo'
  | 'unreadLogo'
  | 'missingRestaurant'

/** Why nothing can be printed while `printSettings.enablePrint` is off. */
export const PRINTING_OFF = 'Printing is switched off in Settings, Print'

const UNABLE = "Unable to connect to QZ Tray. Please ensure it's installed and running."

const PROBLEMS: Record<ProblemCode, { message: string; fix: string }> = {
  notFound: {
    message: 'QZ Tray not found. Please install QZ Tray to enable receipt printing.',
    fix: 'Install it on the computer that the printer is connected to, start it, then connect again.',
  },
  unable: { message: UNABLE, fix: 'Start QZ Tray on this computer, then connect again.' },
  blocked: {
    message: UNABLE,
    fix: 'The browser does not let this page reach programs on this computer. Press the icon left of the address, allow “Local network access”, then connect again.',
  },
  noPrinter: {
    message: 'No printer found. Please check your printer connection.',
    fix: 'Check that the printer is switched on and installed on this computer under the same name.',
  },
  detection: {
    message: 'Printer detection failed. Please check your printer connection.',
    fix: 'Check the printer’s cable or network, then find printers again.',
  },
  certificate: {
    message: 'Failed to retrieve security certificate',
    fix: 'Check the internet connection. If it is fine, this server has no print certificate yet: ask whoever looks after it.',
  },
  authentication: {
    message: 'Authentication failed',
    fix: 'QZ Tray refused: choose “Allow” when it asks, and check that the clock of this computer is right.',
  },
  inProgress: { message: 'Connection attempt already in progress', fix: 'Wait until it has ended.' },
  notSent: { message: 'Failed to send print job to printer.', fix: 'Check paper and power.' },
  unknown: { message: 'Unknown printing error occurred.', fix: 'Look at the printer, then try again.' },
  emptyLogo: {
    message: 'No image data provided',
    fix: 'Bills have no logo until it is chosen again in Settings, Print.',
  },
  unreadLogo: {
    message: 'Failed to load image',
    fix: 'Bills have no logo until it is chosen again in Settings, Print, as a PNG, JPEG or WebP image.',
  },
  missingRestaurant: { message: MESSAGES.noRestaurantForKot, fix: 'Enter the restaurant’s name in Settings, General.' },
}

/** All printing sentences of SPEC §8 "Printing". */
export const SENTENCES: readonly string[] = Object.values(PROBLEMS).map(({ message }) => message)

/** Some of SPEC §8's sentences have no full stop, which they need with another one after them. */
export const withStop = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

/** What to do about a failed job's reason; empty for one that isn't a sentence of the list above. */
export const fixOf = (reason: string): string => Object.values(PROBLEMS).find(({ message }) => message === reason)?.fix ?? ''

/** A failed job's reason and what to do about it, as one text. A job keeps the sentence alone; one that isn't in the list above is returned as it is. */
export function withFix(reason: string): string {
  const fix = fixOf(reason)
  return fix ? `${withStop(reason)} ${fix}` : reason
}

/** The message for a ticket that certainly was not printed, with what to do (SPEC §8 "KOT print result"). */
export const kotFailed = (reason: string): string =>
  reason === MESSAGES.noRestaurantForKot ? withFix(reason) : `Failed to print KOT: ${withFix(reason)}`

/** A printing failure whose `message` is a sentence of SPEC §8, and whose `fix` says what to do. */
export class PrintProblem extends Error {
  readonly code: ProblemCode
  readonly fix: string

  constructor(code: ProblemCode, cause?: unknown) {
    super(PROBLEMS[code].message, { cause })
    this.name = 'PrintProblem'
    this.code = code
    this.fix = PROBLEMS[code].fix
  }
}

/** True for a refusal that would be the same next time; not for a rate limit or a lost answer. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === 'not_configured' || (error.status >= 400 && error.status < 500 && ![401, 408, 429].includes(error.status))) &&
  error.code !== 'busy'
