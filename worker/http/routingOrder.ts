/** Literal paths before parameters, whichever file they are in: Hono takes the first route that matches (PLATFORM.md). */
export function inRoutingOrder<T extends string>(addresses: readonly T[]): T[] {
  const key = (a: string) =>
    a
      .split(' ')[1]!
      .split('/')
      .map((s) => (s.startsWith(':') ? '~' : `!${s}`))
      .join('/')
  return [...addresses].sort((a, b) => (key(a) < key(b) ? -1 : 1))
}
