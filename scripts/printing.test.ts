import { createPrivateKey, createVerify, sign, X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { printingOf } from './lib/printing.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'tawa-print-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

it('a key and its certificate are made once, and only the owner can read the key', async () => {
  const made = await printingOf(home)
  expect(await printingOf(home)).toEqual(made)
  expect(statSync(join(home, 'print-key.pem')).mode & 0o777).toBe(0o600)
  const certificate = new X509Certificate(made.PRINT_CERTIFICATE)
  expect(certificate.checkPrivateKey(createPrivateKey(made.PRINT_PRIVATE_KEY))).toBe(true)
  expect(certificate.verify(certificate.publicKey)).toBe(true)
  const signature = sign('sha512', Buffer.from('a1'.repeat(32)), made.PRINT_PRIVATE_KEY)
  expect(createVerify('sha512').update('a1'.repeat(32)).verify(certificate.publicKey, signature)).toBe(true)
})

it('a start that was stopped between the two makes both again; a key and certificate that don’t match are an error', async () => {
  const made = await printingOf(home)
  rmSync(join(home, 'print-key.pem'))
  const again = await printingOf(home)
  expect(again.PRINT_CERTIFICATE).not.toBe(made.PRINT_CERTIFICATE)
  writeFileSync(join(home, 'print-certificate.pem'), made.PRINT_CERTIFICATE)
  await expect(printingOf(home)).rejects.toThrow(/don't belong together/)
  writeFileSync(join(home, 'print-certificate.pem'), 'x')
  await expect(printingOf(home)).rejects.toThrow(/Delete both/)
  expect(readFileSync(join(home, 'print-key.pem'), 'utf8')).toBe(again.PRINT_PRIVATE_KEY)
})
