import { Buffer } from 'node:buffer'
import type { cert as contract } from '#domain/api/cert.ts'
import { AppError } from '#domain/errors.ts'
import type { Handlers } from '../http/implement.ts'

const notConfigured = () => new AppError(503, 'not_configured', 'Printing is not set up on this server: it has no print certificate.')

/** The imported key of each PEM, kept for the isolate's life because it signs many texts. */
let known: { pem: string; key: Promise<CryptoKey> } | null = null

function signingKey(pem: string): Promise<CryptoKey> {
  if (known?.pem !== pem) {
    const der = Buffer.from(pem.replace(/-----[A-Z ]+-----|\\n|\s/g, ''), 'base64')
    known = { pem, key: crypto.subtle.importKey('pkcs8', der, { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-512' }, false, ['sign']) }
  }
  return known.key
}

/**
 * For the print agent (PLATFORM, "QZ Tray"): its certificate, and RSA PKCS#1 v1.5 signatures with SHA-512 of the 64 hex characters as text. It signs nothing
 * else.
 */
export const certHandlers: Handlers<typeof contract> = {
  'GET /cert/certificate': async (c) => {
    if (!c.env.PRINT_CERTIFICATE) throw notConfigured()
    return c.env.PRINT_CERTIFICATE
  },
  'POST /cert/sign': async (c, { body }) => {
    if (!c.env.PRINT_PRIVATE_KEY) throw notConfigured()
    const signature = await crypto.subtle.sign(
      'RSASSA-PKCS1-v1_5',
      await signingKey(c.env.PRINT_PRIVATE_KEY),
      new TextEncoder().encode(body.request),
    )
    return { signature: Buffer.from(signature).toString('base64') }
  },
}
