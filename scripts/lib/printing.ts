import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  BasicConstraintsExtension,
  cryptoProvider,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'
import { Failure } from './failure.ts'

export type Printing = { PRINT_PRIVATE_KEY: string; PRINT_CERTIFICATE: string }

const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-512', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) }
const YEAR = 365 * 86_400_000

/**
 * This machine's key and self-signed certificate for the print agent (PLATFORM, "QZ Tray"), created once. After the certificate is trusted in QZ Tray, it no
 * longer asks. Throws Failure when they are damaged.
 */
export async function printingOf(stateDir: string): Promise<Printing> {
  const paths = { key: join(stateDir, 'print-key.pem'), certificate: join(stateDir, 'print-certificate.pem') }
  // The key is written last: a certificate without a key was left by a start that was stopped.
  if (!existsSync(paths.key)) {
    const { PRINT_PRIVATE_KEY, PRINT_CERTIFICATE } = await make()
    for (const [path, text] of [
      [paths.certificate, PRINT_CERTIFICATE],
      [paths.key, PRINT_PRIVATE_KEY],
    ] as const) {
      writeFileSync(`${path}.new`, text, { mode: 0o600 })
      renameSync(`${path}.new`, path)
    }
  }
  const damaged = new Failure(
    `${paths.key} and ${paths.certificate} don't belong together. Delete both: new ones are made, and QZ Tray asks again.`,
  )
  try {
    const found = { PRINT_PRIVATE_KEY: readFileSync(paths.key, 'utf8'), PRINT_CERTIFICATE: readFileSync(paths.certificate, 'utf8') }
    if (await belong(found)) return found
  } catch {}
  throw damaged
}

async function make(): Promise<Printing> {
  cryptoProvider.set(webcrypto as Crypto)
  const keys = (await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])) as CryptoKeyPair
  const now = Date.now()
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=Tawa on this machine, O=Tawa',
    notBefore: new Date(now - 86_400_000),
    notAfter: new Date(now + 20 * YEAR),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature | KeyUsageFlags.keyCertSign, true),
    ],
  })
  const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey as webcrypto.CryptoKey)
  return { PRINT_PRIVATE_KEY: `${PemConverter.encode(key, 'PRIVATE KEY')}\n`, PRINT_CERTIFICATE: `${certificate.toString('pem')}\n` }
}

/** Checks that the certificate belongs to the key, by verifying a signature. */
async function belong({ PRINT_PRIVATE_KEY, PRINT_CERTIFICATE }: Printing): Promise<boolean> {
  const [der] = PemConverter.decode(PRINT_PRIVATE_KEY)
  if (!der) return false
  const key = await webcrypto.subtle.importKey('pkcs8', der, ALGORITHM, false, ['sign'])
  const publicKey = await new X509Certificate(PRINT_CERTIFICATE).publicKey.export(ALGORITHM, ['verify'], webcrypto as Crypto)
  const text = new TextEncoder().encode('one pair')
  return webcrypto.subtle.verify(ALGORITHM, publicKey as webcrypto.CryptoKey, await webcrypto.subtle.sign(ALGORITHM, key, text), text)
}
