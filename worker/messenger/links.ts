/** The base address of links in mails: the configured domain, or else the host that the request was sent to. Uses no bindings. */
export const publicUrl = (c: { env: { PUBLIC_URL?: string }; request: { url: string } }): string =>
  (c.env.PUBLIC_URL || new URL(c.request.url).origin).replace(/\/+$/, '')
