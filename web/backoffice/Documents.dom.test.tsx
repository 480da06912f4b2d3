import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { mount } from '#web/test/dom.tsx'
import { Documents } from './Documents.tsx'
import { useState } from 'react'

const link = (exp: number) => `/v1/media/application/licence.png?exp=${exp}&sig=x`
const onExpired = vi.fn()
function Page() {
  const [exp, setExp] = useState(1)
  return (
    <>
      <Documents documents={[{ name: 'licence.png', url: link(exp) }]} onExpired={onExpired} />
      <button onClick={() => setExp(exp + 1)}>Later</button>
    </>
  )
}
const picture = () => screen.queryByRole<HTMLImageElement>('img', { name: 'licence.png' })

it('a picture stays on the page when its link is signed anew', async () => {
  const { user } = mount(<Page />)
  const shown = picture()
  await user.click(screen.getByRole('button', { name: 'Later' }))
  expect(picture()).toBe(shown)
  expect(picture()?.getAttribute('src')).toBe(link(2))
})

it('a picture that could not be loaded is tried again: at once with the link that there is, and with a new one', async () => {
  const { user } = mount(<Page />)
  fireEvent.error(picture() as Element)
  expect(picture()).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect([onExpired.mock.calls.length, picture()?.getAttribute('src')]).toEqual([1, link(1)])
  fireEvent.error(picture() as Element)
  await user.click(screen.getByRole('button', { name: 'Later' }))
  expect(picture()?.getAttribute('src')).toBe(link(2))
})
