import { describe, expect, it } from 'vitest'
import { areaOf, cityOf } from './address.ts'

describe('an address', () => {
  it.each([
    ['Plot 14, DLF Road, Gachibowli, Hyderabad, Telangana 500032', 'Gachibowli, Hyderabad', 'Hyderabad'],
    ['22 Park Street, Kolkata, West Bengal 700 016', '22 Park Street, Kolkata', 'Kolkata'],
    ['Beach Road, Calangute', 'Beach Road, Calangute', 'Calangute'],
    ['Calangute', 'Calangute', 'Calangute'],
    [' , 403516', '', ''],
  ])('%s', (address, area, city) => expect([areaOf(address), cityOf(address)]).toEqual([area, city]))
})
