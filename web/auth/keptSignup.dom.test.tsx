import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { signupKey } from '#web/shared/keptSignup.ts'
import { mount } from '#web/test/dom.tsx'
import LoginChooser from './LoginChooser.tsx'
import RestaurantLogin from './RestaurantLogin.tsx'

beforeEach(() => localStorage.removeItem(signupKey('restaurant')))

it('the sign-in page leads back to a registration that was left on this device', async () => {
  localStorage.setItem(signupKey('restaurant'), JSON.stringify({ step: 1, values: { establishment_name: 'Poha House' } }))
  mount(<RestaurantLogin />)
  expect(await screen.findByText(/Your registration of Poha House is kept on this device/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/restaurant/signup')
})

it('says nothing of one where none was left', async () => {
  mount(<RestaurantLogin />)
  await screen.findByLabelText('Email')
  expect(screen.queryByText(/kept on this device/)).toBeNull()
})

it('who is new finds the registration where everybody chooses a sign-in', async () => {
  mount(<LoginChooser />)
  expect((await screen.findByRole('link', { name: 'Register your restaurant' })).getAttribute('href')).toBe('/restaurant/signup')
})
