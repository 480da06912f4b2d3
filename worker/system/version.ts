/** The API's version, shown by /health and openapi.json. */
export const VERSION = '0.1.0'
