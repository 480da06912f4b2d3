import { expect, it } from 'vitest'
import { hoursText, openText } from './words.ts'

const ZONE = 'Asia/Kolkata'
const day = (n: number, from: string, until: string, closes = n) => ({ open: { day: n, time: from }, close: { day: closes, time: until } })
const daily = [0, 1, 2, 3, 4, 5, 6].map((n) => day(n, '1100', '2330'))
/** 22 November 2026 is a Sunday. */
const sunday = (time: string) => new Date(`2026-11-22T${time}:00+05:30`)

it('says whether an outlet is open now, and until when', () => {
  expect(openText(daily, sunday('12:00'), ZONE)).toEqual({ open: true, text: 'Open till 23:30' })
  expect(openText(daily, sunday('09:00'), ZONE)).toEqual({ open: false, text: 'Closed, opens 11:00' })
  expect(openText(daily, sunday('23:45'), ZONE)).toEqual({ open: false, text: 'Closed, opens Mon 11:00' })
  expect(openText([], sunday('09:00'), ZONE)).toEqual({ open: true, text: 'Open' })
})

it('says the hours of the week', () => {
  expect(hoursText(daily)).toBe('Every day 11:00 to 23:30')
  expect(hoursText([day(1, '1200', '2300'), day(2, '1200', '2300'), day(3, '1200', '2300'), day(6, '1100', '0100', 0)])).toBe(
    'Mon to Wed 12:00 to 23:00, Sat 11:00 to 01:00',
  )
  expect(hoursText([day(1, '1200', '2300'), day(3, '1200', '2300')])).toBe('Mon, Wed 12:00 to 23:00')
  expect(hoursText([{ open: { day: 0, time: '0000' } } as never])).toBe('Every day all day')
  expect(hoursText([])).toBe('')
})
