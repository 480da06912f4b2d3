/**
 * Short messages to the person, for code that has no UI: the session's end, a rate limit, a command that was refused. An entry with a screen
 * says how they are shown (`app/feedback/snack` for staff); without one nothing is shown.
 */
export type Say = {
  warning: (message: string, options: { id: string }) => void
  error: (message: string, options: { id: string }) => void
  close: (id: string) => void
}

let speaker: Say | null = null
export const setSpeaker = (to: Say | null): void => void (speaker = to)

export const say: Say = {
  warning: (message, options) => speaker?.warning(message, options),
  error: (message, options) => speaker?.error(message, options),
  close: (id) => speaker?.close(id),
}
