import type { Outlet } from '#domain/api/partner.ts'

/** Words without case, punctuation and accents. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.join(' ') ?? ''

/** A restaurant that has this name and this address, however they are written; null if there is none. A longer address with the same beginning counts too. */
export function sameAs<R extends Pick<Outlet, 'establishment_name' | 'address'>>(
  { name, address }: { name: string; address: string },
  others: readonly R[],
): R | null {
  const [n, a] = [plain(name), plain(address)]
  if (n === '' || a === '') return null
  const sameAddress = (b: string) => a === b || a.startsWith(`${b} `) || b.startsWith(`${a} `)
  return others.find((r) => plain(r.establishment_name) === n && sameAddress(plain(r.address))) ?? null
}
