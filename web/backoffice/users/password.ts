/** Letters and digits that nobody confuses when they are read out or typed from paper; 32, so that each of them is as likely as the others. */
const CHARACTERS = 'abcdefghijkmnpqrstuvwxyz23456789'

/** A new password, `k7mq-x2wd-9fhe-cvtp`: 16 random characters, 80 bits. */
export function newPassword(): string {
  const random = crypto.getRandomValues(new Uint8Array(16))
  const text = [...random].map((n) => CHARACTERS[n % CHARACTERS.length]).join('')
  return text.match(/.{4}/g)?.join('-') ?? text
}
