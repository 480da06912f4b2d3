/** In characters. */
export const LEAST_PASSWORD = 8

/** What a password needs, as forms say it before one is typed and the server where one is too short. */
export const PASSWORD_RULE = `At least ${LEAST_PASSWORD} characters.`

export const isShortPassword = (text: string): boolean => text.length < LEAST_PASSWORD
