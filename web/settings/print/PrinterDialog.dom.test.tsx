import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { mount, serve, signIn } from '#web/test/dom.tsx'
import { PrinterDialog } from './PrinterDialog.tsx'

const FOUND = ['TVS RP45', 'EPSON TM-T82X 80mm']

async function open() {
  const asked = serve(({ method, path, body }) =>
    method === 'PUT'
      ? { status: 200, body: { printer: { _id: path.split('/').at(-1), registeredAt: '2026-11-21T19:00:00.000Z', ...(body as object) } } }
      : { status: 200, body: { categories: [] } },
  )
  await signIn({ role: 'managerialHead' })
  const { user } = mount(<PrinterDialog printer={null} printers={[]} found={FOUND} stations={[]} onClose={() => undefined} />)
  const dialog = within(await screen.findByRole('dialog', { name: 'Add printer' }))
  const paper = (name: string) => dialog.getByRole<HTMLInputElement>('radio', { name })
  return { user, dialog, paper, saved: () => asked.filter(({ method }) => method === 'PUT').map(({ body }) => body as { columns: number }) }
}

it('the paper follows the chosen printer’s name, also when it was not the first one, and a person may say otherwise', async () => {
  const { user, dialog, paper, saved } = await open()
  expect(paper('58 mm, 32 col.').checked).toBe(true)
  await user.selectOptions(dialog.getByLabelText('Printer of this computer'), 'EPSON TM-T82X 80mm')
  await waitFor(() => expect(paper('80 mm, 48 col.').checked).toBe(true))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saved()).toHaveLength(1))
  await user.click(paper('58 mm, 32 col.'))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saved()).toHaveLength(2))
  expect(saved().map(({ columns }) => columns)).toEqual([48, 32])
})
