import { Buffer } from 'node:buffer'
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { type Asker, hashTurn } from './hashTurn.ts'
import { STRENGTH } from './strength.ts'

/** Stored as `scrypt$N$r$p$salt$hash`, base64. A hash is checked at its own strength, so raising STRENGTH leaves the older ones valid. */
const { N, r: R, p: P } = STRENGTH
const LENGTH = 64

function derive(password: string, salt: Uint8Array, n: number, r: number, p: number, length: number): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    scrypt(password.normalize('NFKC'), salt, length, { N: n, r, p, maxmem: 64 * 1024 * 1024 }, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  )
}

/** A stored hash without its last part: the parameters and salt that its key was derived with. */
const recipeOf = (stored: string): string => stored.slice(0, stored.lastIndexOf('$'))

/** Derives a password's key with these parameters and salt. Returns the hash as it is stored. */
function keyFor(password: string, recipe: string, by?: Asker): Promise<Buffer> {
  const [, n, r, p, salt = ''] = recipe.split('$')
  return hashTurn(() => derive(password, Buffer.from(salt, 'base64'), Number(n), Number(r), Number(p), LENGTH), by)
}

/** A password's hash with a new salt, or with the salt of `like`, another stored hash. */
export async function hashPassword(password: string, like?: string | null, by?: Asker): Promise<string> {
  const recipe = like ? recipeOf(like) : ['scrypt', N, R, P, randomBytes(16).toString('base64')].join('$')
  return `${recipe}$${(await keyFor(password, recipe, by)).toString('base64')}`
}

/**
 * Which of these stored hashes a password matches. It is derived exactly once, with the parameters and salt of the first hash (accounts of one address share
 * them) or with made-up ones if there is no hash, so that the time doesn't reveal whether
 * there is an account.
 */
export async function fitting(password: string, stored: readonly (string | null)[], by?: Asker): Promise<boolean[]> {
  const recipe = recipeOf(stored.find((hash) => hash?.startsWith('scrypt$')) ?? DUMMY)
  const key = await keyFor(password, recipe, by)
  return stored.map((hash) => {
    if (hash === null || recipeOf(hash) !== recipe) return false
    const expected = Buffer.from(hash.slice(recipe.length + 1), 'base64')
    return expected.length === key.length && timingSafeEqual(key, expected)
  })
}

const DUMMY = `scrypt$${N}$${R}$${P}$${Buffer.alloc(16).toString('base64')}$${Buffer.alloc(LENGTH).toString('base64')}`
