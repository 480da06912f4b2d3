/** The API's version, told by /health and openapi.json. */
export const VERSION = '0.1.0'
