import type { auth as contract } from '#domain/api/auth.ts'
import type { Handlers } from '../http/implement.ts'
import { dinerHandlers } from './diner.ts'
import { emailHandlers } from './email.ts'
import { loginHandlers } from './login.ts'
import { ownHandlers } from './own.ts'
import { resetHandlers } from './reset.ts'
import { signupHandlers } from './signup.ts'

export { sessionUser } from './sessions.ts'

export const authHandlers: Handlers<typeof contract> = {
  ...loginHandlers,
  ...signupHandlers,
  ...dinerHandlers,
  ...resetHandlers,
  ...ownHandlers,
  ...emailHandlers,
}
