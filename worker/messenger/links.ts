/** Where links in mails lead: the configured domain, or where the request came to. Knows no bindings. */
export const publicUrl = (c: { env: { PUBLIC_URL?: string }; request: { url: string } }): string =>
  (c.env.PUBLIC_URL || new URL(c.request.url).origin).replace(/\/+$/, '')
