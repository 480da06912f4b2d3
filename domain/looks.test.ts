import { expect, it } from 'vitest'
import { distinctNames, looksAlike } from './looks.ts'

it('says whether two names can be told apart', () => {
  const same = ['Rеddy', 'REDDY', ' re ddy', 'Red\u200bdy', 'Ｒｅｄｄｙ'].map((name) => looksAlike('Reddy', name))
  expect(same).toEqual([true, true, true, true, true])
  // Greek and Cyrillic capitals, I for l, and blank characters that Unicode doesn't class as spaces.
  for (const [one, other] of [
    ['Farhan Ali', 'Farhan AIi'],
    ['Iyer', 'lyer'],
    ['Arjun Menon', 'Arjun \u039cenon'],
    ['Suresh Babu', 'Suresh \u0392abu'],
    ['Neha', '\u039deha'],
    ['Hari', '\u041dari'],
    ['Vikram Rao', 'Vikram Rao\u2800'],
    ['Om', '0m'],
    // Among capitals, and beside marks that a reader overlooks.
    ['Farhan Ali', 'FARHAN ALl'],
    ['Ravi Teja', 'RAVl Teja'],
    ['Ravi Teja', 'Rav1 Teja'],
    ['Ravi Teja', 'Ravi-Teja.'],
    // Without the accents, as paper prints them, and with two letters that are read as one.
    ['Diner', 'Dinér'],
    ['Jose', 'Jos\u0065\u0301'],
    ['Asha Rao', 'Åsha Råo'],
    ['Lukas', 'Łukas'],
    ['Søren', 'SOREN'],
    ['Aisha', 'Aıșha'],
    ['Kiran Sharma', 'Kiran Sharrna'],
    ['KIRAN SHARMA', 'Kiran Sharrna'],
    ['Wasim', 'Vvasim'],
    // Letters of phonetic writing, small capitals, and brackets of another shape.
    ['Divya Nair', 'Divy\u0251 N\u0251ir'],
    ['Suvir', 'Suv\u0269r'],
    ['Tanu', 'Tan\u028b'],
    ['Meena', '\u0271eena'],
    ['Uzair', '\u1d1c\u1d22ai\u0280'],
    ['Sara', '\ua731ara'],
    ['Kavita (Partner)', 'Kavita \u27eePartner\u27ef'],
    ['Kavita (Partner)', 'Kavita \u2768Partner\u2769'],
  ] as const)
    expect([one, other, looksAlike(one, other)]).toEqual([one, other, true])
  expect(['Redy', 'Reddy 2', 'रेड्डी', ''].map((name) => looksAlike('Reddy', name))).toEqual([false, false, false, false])
  expect(looksAlike('Ali', 'All')).toBe(false)
  expect(looksAlike('Lelia', 'Leila')).toBe(false)
  // Signs of Indian scripts are vowels, and no accents.
  expect(looksAlike('राम', 'रमा')).toBe(false)
  expect(looksAlike('मीना', 'मेना')).toBe(false)
})

it('names that look the same count as one', () =>
  expect(distinctNames(['Cash', 'UPI', 'cash', 'Ca\u200bsh', ' Cash', 'Cash 2', 'U\u2060pi'])).toEqual(['Cash', 'UPI', 'Cash 2']))
