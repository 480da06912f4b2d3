import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { mount, signIn } from '#web/test/dom.tsx'
import { createPart } from '../part.ts'
import { Palette, type PaletteProps } from './Palette.tsx'

it('opens by the next press when its script was lost, and is closed by the one after it', async () => {
  await signIn()
  const tries: PromiseWithResolvers<{ default: (props: PaletteProps) => React.ReactNode }>[] = []
  const box = createPart<PaletteProps>(() => {
    const one = Promise.withResolvers<{ default: (props: PaletteProps) => React.ReactNode }>()
    tries.push(one)
    return one.promise
  })
  const { user } = mount(<Palette shell="staff" box={box} />)
  const press = () => user.keyboard('{Control>}k{/Control}')
  await press()
  await act(async () => tries[0]?.reject(new Error('lost')))
  await press()
  await act(async () => tries.at(-1)?.resolve({ default: () => <p>open</p> }))
  expect(await screen.findByText('open')).toBeTruthy()
  await press()
  await waitFor(() => expect(screen.queryByText('open')).toBeNull())
})
