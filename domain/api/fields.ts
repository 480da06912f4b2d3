import { z } from 'zod'
import { LEAST_PASSWORD, PASSWORD_RULE } from '../password.ts'
import { isStorableUrl } from '../url.ts'

/** Fields that people type: the same rules in every body that has them. */

export const Name = z.string().trim().min(1).max(80)
/**
 * An address as browsers' email fields take it (HTML Standard, "valid email address"), with a dot in its domain: nothing that a mail service reads as another address
 * (`Eve<x@y.z>`, `a,x@y.z`). ASCII alone, and looked at before its letters are made small: the Kelvin sign becomes a k, and the address somebody else's.
 */
const ADDRESS =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$/
export const Email = z.string().trim().max(254).regex(ADDRESS, 'This is not an email address.').toLowerCase()
export const Mobile = z
  .string()
  .trim()
  .min(6)
  .max(20)
  .regex(/^(?=(?:\D*\d){6})[ ()-]*\+?[0-9 ()-]*$/, 'At least six digits, and digits only.')
export const Password = z.string().min(LEAST_PASSWORD, PASSWORD_RULE).max(128)
export const Text = z.string().trim().max(300)
/** The address of a link or an image (domain/url.ts). An empty text removes it. */
export const Url = z
  .string()
  .trim()
  .max(500)
  .refine((text) => text === '' || isStorableUrl(text), 'This is not a web address.')
