/** What a hash of a password costs: scrypt at OWASP's strength (PLATFORM.md). The Worker's tests use a weak one instead (vitest.config.ts). */
export const STRENGTH = { N: 16384, r: 8, p: 5 }
