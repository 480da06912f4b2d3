import { beforeEach, describe, expect, it } from 'vitest'
import { makeRestaurant, type World } from '../test/world.ts'

let w: World
beforeEach(async () => {
  w = await makeRestaurant()
})
const put = (body: object) => w.does('superuser', 'PUT /restaurant/profile', body)

describe('the periods of the opening hours', () => {
  it('stay when a change names none, whatever it says of being open now', async () => {
    const week = { periods: [{ open: { day: 1, time: '0900' }, close: { day: 1, time: '2300' } }], weekday_text: ['Monday: 9 to 11'] }
    await put({ opening_hours: week })
    for (const opening_hours of [{ open_now: false }, {}, { open_now: true }])
      expect((await put({ opening_hours })).body.restaurant).toMatchObject({ opening_hours: week })
    expect((await put({ opening_hours: { weekday_text: ['x'] } })).body.restaurant.opening_hours).toMatchObject({
      ...week,
      weekday_text: ['x'],
    })
    expect((await put({ opening_hours: { periods: [] } })).body.restaurant.opening_hours).toMatchObject({ periods: [], weekday_text: [] })
  })

  it('may have texts alone where there were none', async () => {
    expect((await put({ opening_hours: { open_now: false } })).body.restaurant.opening_hours.periods).toEqual([])
    expect((await put({ opening_hours: { weekday_text: ['x'] } })).body.restaurant.opening_hours).toMatchObject({
      periods: [],
      weekday_text: ['x'],
    })
  })
})
