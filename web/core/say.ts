/**
 * Short messages to the person from code without UI: an expired session, a rate limit, a refused command. The app's entry
 * decides how to show them (`app/feedback/snack` for staff); until then nothing is shown.
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
