import { act, screen } from '@testing-library/react'
import { House } from 'lucide-react'
import { expect, it } from 'vitest'
import { mount, signIn } from '#web/test/dom.tsx'
import { Sidebar } from './Sidebar.tsx'

it('scrolls to the page one is on, also where the browser answers that with a promise, as Chromium 150 does', async () => {
  await signIn()
  const seen: (string | null)[] = []
  Element.prototype.scrollIntoView = function (this: Element) {
    seen.push(this.textContent)
    return Promise.resolve() as unknown as void
  }
  const links = [
    { path: '/first', label: 'First', icon: House },
    { path: '/second', label: 'Second', icon: House },
  ]
  const { goTo } = mount(<Sidebar wide head={null} links={links} />, { path: '*', at: '/first' })
  await act(async () => goTo('/second'))
  await act(async () => goTo('/first'))
  expect(screen.getByRole('link', { name: 'First' })).toBeTruthy()
  expect(seen).toEqual(['First', 'Second', 'First'])
})
