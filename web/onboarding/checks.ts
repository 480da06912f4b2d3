import { isWholeNumber } from '#domain/customer.ts'
import { isFssaiNumber, isGstin, ungrouped } from '#domain/legal.ts'

/** What is wrong with a GST number as it was typed; undefined for a good one. */
export const badGstin = (text: string): string | undefined =>
  isGstin(ungrouped(text)) ? undefined : 'This is not a GST number: check its 15 characters.'

/** The same for an FSSAI number. */
export const badFssaiNumber = (text: string): string | undefined =>
  isFssaiNumber(ungrouped(text)) ? undefined : 'An FSSAI number has 14 digits.'

/** The same for a mobile number, because nobody could call one with a missing or an extra digit. */
export const badMobile = (text: string): string | undefined =>
  isWholeNumber(text) ? undefined : 'A mobile number has ten digits. A number of another country begins with +.'
