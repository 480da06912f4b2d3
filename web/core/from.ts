/** `from` if it is a path of this origin and not a login page; otherwise null. */
export function safeFrom(from: string | null | undefined, origin: string): string | null {
  if (!from || !from.startsWith('/') || /^\/[/\\]/.test(from) || /[\u0000-\u001f\\]/.test(from)) return null
  let url: URL
  try {
    url = new URL(from, origin)
  } catch {
    return null
  }
  if (url.origin !== new URL(origin).origin || url.pathname.startsWith('//')) return null
  if (/^\/(?:\w+\/)?login\/?$/.test(url.pathname)) return null
  return `${url.pathname}${url.search}${url.hash}`
}
