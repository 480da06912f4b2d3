import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { mount, serve, signIn } from '#web/test/dom.tsx'
import { setStations, useDevice } from './device.ts'
import { Stations } from './Strip.tsx'
import { stationChoice } from './tickets.ts'

const LIST = ['Grill', 'Fryer', 'Bar']

/** A screen's chosen stations, as the board reads them from the device. */
async function choice({ wide, list = LIST, kept = [] }: { wide: boolean; list?: string[]; kept?: string[] }) {
  serve(() => ({ status: 200, body: {} }))
  await signIn({ role: 'kitchen' })
  setStations(kept)
  const shown: { now: readonly string[] | null } = { now: null }
  function Screen() {
    shown.now = stationChoice(useDevice().stations, list)
    return <Stations stations={list} chosen={shown.now} wide={wide} />
  }
  const { user } = mount(<Screen />)
  return {
    shown: () => shown.now,
    press: (name: string) => user.click(screen.getByRole('button', { name })),
    tick: async (name: string) => {
      await user.click(screen.getByRole('button', { name: /^Station:/ }))
      await user.click(screen.getByRole('menuitemcheckbox', { name }))
    },
  }
}

it('a wall screen shows one station, several, or all', async () => {
  const { shown, press } = await choice({ wide: true })
  await press('Fryer')
  expect(shown()).toEqual(['Fryer'])
  // Enter still acts on the selected ticket.
  expect(document.activeElement).toBe(document.body)
  await press('Bar')
  expect(shown()).toEqual(['Fryer', 'Bar'])
  expect(screen.getAllByRole('button', { pressed: true }).map((button) => button.textContent)).toEqual(['Fryer', 'Bar'])
  await press('Fryer')
  expect(shown()).toEqual(['Bar'])
  await press('All stations')
  expect(shown()).toBeNull()
})

it('after "All stations", the first ticked station is shown alone', async () => {
  const { shown, tick } = await choice({ wide: false, list: ['Grill', 'Bar'] })
  await tick('Grill')
  await tick('Bar')
  expect(shown()).toBeNull()
  await tick('Grill')
  expect(shown()).toEqual(['Grill'])
})

it('a station whose spelling has changed since it was chosen can be taken off', async () => {
  const { shown, tick } = await choice({ wide: false, kept: ['grill', 'bar'] })
  expect(shown()).toEqual(['Grill', 'Bar'])
  await tick('Grill')
  expect(shown()).toEqual(['Bar'])
})
