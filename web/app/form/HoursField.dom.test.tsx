import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { hourRows, type Period, periodsOf } from '#domain/hours.ts'
import { mount } from '#web/test/dom.tsx'
import { HoursField } from './HoursField.tsx'
import { FormPage } from './shells.tsx'
import { useForm } from './useForm.ts'

const LUNCH = { open: { day: 1, time: '1130' }, close: { day: 1, time: '1500' } }
const send = vi.fn((_periods: Period[]) => Promise.resolve(null))

function Hours({ periods }: { periods: Period[] }) {
  const form = useForm({
    defaults: { opening_hours: hourRows(periods) },
    send: ({ opening_hours }) => send(periodsOf(opening_hours)),
  })
  return (
    <FormPage form={form}>
      <HoursField form={form} />
    </FormPage>
  )
}

const save = () => screen.getByRole('button', { name: 'Save' })

it('hours crossing midnight are accepted, said to end on the next day, and a day with a break has two rows', async () => {
  const { user } = mount(<Hours periods={[LUNCH]} />)
  await user.click(screen.getByRole('button', { name: 'Add opening time' }))
  const evening = within(screen.getByRole('group', { name: 'Opening time 2' }))
  await user.click(save())
  expect(await evening.findByText('Choose at least one day.')).toBeTruthy()
  expect(send).not.toHaveBeenCalled()
  await user.click(evening.getByRole('button', { name: 'Mon' }))
  await user.click(evening.getByRole('button', { name: 'Sat' }))
  await user.clear(evening.getByLabelText('Opens'))
  await user.type(evening.getByLabelText('Opens'), '18:00')
  expect(evening.queryByText('On the next day')).toBeNull()
  await user.clear(evening.getByLabelText('Closes'))
  await user.type(evening.getByLabelText('Closes'), '02:00')
  expect(evening.getByText('On the next day')).toBeTruthy()
  await user.click(save())
  await waitFor(() =>
    expect(send).toHaveBeenCalledWith([
      LUNCH,
      { open: { day: 1, time: '1800' }, close: { day: 2, time: '0200' } },
      { open: { day: 6, time: '1800' }, close: { day: 0, time: '0200' } },
    ]),
  )
})

it('says what no hours and missing days mean', async () => {
  const { user } = mount(<Hours periods={[LUNCH]} />)
  expect(screen.getByText('You are closed on days that are not chosen.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Remove opening time 1' }))
  expect(screen.getByText('Without hours you count as open at any time.')).toBeTruthy()
})
