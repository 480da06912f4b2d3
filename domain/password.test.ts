import { expect, it } from 'vitest'
import { Password } from './api/fields.ts'
import { isShortPassword, PASSWORD_RULE } from './password.ts'

it('a password is refused by the server exactly where a form says that it is too short', () => {
  for (const text of ['', '1234567', '12345678', 'नमस्कार', 'a much longer one']) {
    const { success, error } = Password.safeParse(text)
    expect(success, text).toBe(!isShortPassword(text))
    if (error) expect(error.issues[0]?.message).toBe(PASSWORD_RULE)
  }
})
