import { expect, test } from 'vitest'
import { amountInWords } from './words.ts'

test.each([
  [0, 'Rupees Zero Only'],
  [50, 'Rupees Zero and Fifty Paise Only'],
  [105_00, 'Rupees One Hundred Five Only'],
  [2150_36, 'Rupees Two Thousand One Hundred Fifty and Thirty Six Paise Only'],
  [19_90, 'Rupees Nineteen and Ninety Paise Only'],
  [1_00_000_00, 'Rupees One Lakh Only'],
  [1_23_45_678_01, 'Rupees One Crore Twenty Three Lakh Forty Five Thousand Six Hundred Seventy Eight and One Paise Only'],
  [120_00_00_000_00, 'Rupees One Hundred Twenty Crore Only'],
])('%i paise is "%s"', (paise, words) => expect(amountInWords(paise)).toBe(words))
