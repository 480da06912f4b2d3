/** In place of worker/auth/strength.ts in the Worker's tests, where hundreds of hashes at full strength would take minutes. */
export const STRENGTH = { N: 1024, r: 8, p: 1 }
