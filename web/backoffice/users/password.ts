/** Letters and digits that are not confused when read out or typed from paper. There are 32, so that each is equally likely. */
const CHARACTERS = 'abcdefghijkmnpqrstuvwxyz23456789'

/** A new password, `k7mq-x2wd-9fhe-cvtp`: 16 random characters, 80 bits. */
export function newPassword(): string {
  const random = crypto.getRandomValues(new Uint8Array(16))
  const text = [...random].map((n) => CHARACTERS[n % CHARACTERS.length]).join('')
  return text.match(/.{4}/g)?.join('-') ?? text
}
