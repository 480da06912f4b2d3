import { describe, expect, it } from 'vitest'
import { areaOf, cityOf } from './address.ts'

describe('an address', () => {
  it.each([
    ['Plot 14, DLF Road, Gachibowli, Hyderabad, Telangana 500032', 'Gachibowli, Hyderabad', 'Hyderabad'],
    ['22 Park Street, Kolkata, West Bengal 700 016', '22 Park Street, Kolkata', 'Kolkata'],
    ['Beach Road, Calangute', 'Beach Road, Calangute', 'Calangute'],
    ['Calangute', 'Calangute', 'Calangute'],
    ['Plot 14, Gachibowli, Hyderabad 500032', 'Gachibowli, Hyderabad', 'Hyderabad'],
    ['12 FC Road, Pune, Maharashtra 411018, India', '12 FC Road, Pune', 'Pune'],
    ['12 FC Road, Pune, MH 411018', '12 FC Road, Pune', 'Pune'],
    ['Beach Road, Calangute, Goa 403516', 'Beach Road, Calangute', 'Calangute'],
    ['5 Anna Salai, Chennai, Tamilnadu', '5 Anna Salai, Chennai', 'Chennai'],
    ['Lajpat Nagar, New Delhi, Delhi 110024', 'Lajpat Nagar, New Delhi', 'New Delhi'],
    ['Connaught Place, Delhi 110001', 'Connaught Place, Delhi', 'Delhi'],
    ['Sector 17, Chandigarh, Chandigarh', 'Sector 17, Chandigarh', 'Chandigarh'],
    ['350 Fifth Avenue, New York, NY 10118', '350 Fifth Avenue, New York', 'New York'],
    ['Goa', 'Goa', 'Goa'],
    [' , 403516', '', ''],
  ])('%s', (address, area, city) => expect([areaOf(address), cityOf(address)]).toEqual([area, city]))
})
