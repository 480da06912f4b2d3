import { expect, it } from 'vitest'
import { peopleOnPaper, personOnPaper } from './people.ts'

it('names in Indian scripts are spelled by their sound', () => {
  for (const [name, paper] of [
    ['स्नेहा पवार', 'Sneha Pavar'],
    ['अमित', 'Amit'],
    ['प्रियंका', 'Priyanka'],
    ['ਗੁਰਪ੍ਰੀਤ', 'Guraprit'],
    ['সৌমিত্র', 'Saumitra'],
    ['રમેશ', 'Ramesh'],
    ['முருகன்', 'Murukan'],
    ['లక్ష్మి', 'Lakshmi'],
    ['ಸುರೇಶ', 'Suresha'],
    ['Ravi राम २', 'Ravi Ram 2'],
    ['Dinér Tejas', 'Diner Tejas'],
    ['🙂', ''],
    ['李', ''],
  ] as const)
    expect([name, personOnPaper(name)]).toEqual([name, paper])
})

it('no two people of a paper have the same name, and nobody has none', () => {
  const names = ['李', 'Sneha Pawar', 'Sneha  Pawar', '王', 'Sneha Pawar', 'Staff 2', 'Venkata Ramana Rao', 'Venkata Ramana Reddy']
  const name = peopleOnPaper(names, 15)
  expect(names.map(name)).toEqual([
    'Staff',
    'Sneha Pawar',
    'Sneha Pawar 2',
    'Staff 3',
    'Sneha Pawar',
    'Staff 2',
    'Venkata Raman..',
    'Venkata Ram.. 2',
  ])
})
