import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { printSettingsOf } from '#domain/settings.ts'
import { computer, stubAgentSocket } from '#web/test/agentSocket.ts'
import { mount, refusal, serve, signIn } from '#web/test/dom.tsx'
import PrintPage from './PrintPage.tsx'

const profile = (print: object, more: object) => ({
  establishment_name: 'Smash Yard',
  address: 'Plot 22, Gachibowli',
  international_phone_number: '040 2345 6789',
  gstNumber: '36AAKCS1234L1Z6',
  fssaiNumber: '',
  vatNumber: '',
  timezone: 'Asia/Kolkata',
  invoicePrefix: 'SY',
  taxPercentages: { gst: 5, vat: 10, serviceCharge: 0 },
  taxSettings: { roundOff: false, composition: false },
  imageBase64ForBill: null,
  printSettings: printSettingsOf(print),
  ...more,
})

/** The page of a restaurant with these print settings; what it saves is kept, as the server would. */
async function open(print: object = {}, more: object = {}) {
  let restaurant = profile(print, more)
  const asked = serve(({ method, path, body }) => {
    if (path === '/v1/print/printers') return { status: 200, body: { printers: [] } }
    if (path === '/v1/print/stations') return { status: 200, body: { stations: [] } }
    if (path !== '/v1/restaurant/profile') return refusal(404, 'not_found', 'Not found.')
    if (method === 'PUT') {
      const { printSettings, ...rest } = body as { printSettings?: object }
      restaurant = { ...restaurant, ...rest, printSettings: { ...restaurant.printSettings, ...printSettings } }
    }
    return { status: 200, body: { restaurant } }
  })
  await signIn({ role: 'managerialHead', name: 'Vikram Rane' })
  const view = mount(<PrintPage />)
  await screen.findByRole('region', { name: 'Preview' })
  return { ...view, saved: () => asked.filter(({ method }) => method === 'PUT').map(({ body }) => body) }
}

/** The printed lines. */
const printed = (): string[] => [...document.querySelectorAll('#print-root > div')].map((line) => line.textContent)
/** The lines of the preview's paper. Its centred lines are centred by a style and not by spaces. */
const shown = (sheet: string): string[] =>
  [...screen.getByRole('region', { name: sheet }).querySelectorAll('.torn div > div')].map((line) => line.textContent.trimStart())
const choose = (group: string, option: string) =>
  within(screen.getByRole('radiogroup', { name: group })).getByRole('radio', { name: option })

const print = vi.fn()
beforeEach(() => vi.stubGlobal('print', print))
afterEach(() => {
  print.mockClear()
})

it('the preview’s text equals what Test print prints: bill, take-away bill and KOT, on both papers', async () => {
  const { user } = await open({ header: 'Om Sai Ram' })
  for (const paper of ['80 mm', '58 mm'])
    for (const sheet of ['Bill', 'Take Away', 'KOT']) {
      await user.click(choose('On paper of', paper))
      await user.click(choose('What is printed', sheet))
      await user.click(screen.getByRole('button', { name: 'Test print' }))
      expect(printed().length).toBeGreaterThan(8)
      expect(printed().map((line) => line.trimStart())).toEqual(shown(sheet))
      expect(Math.max(...printed().map((line) => line.length))).toBe(paper === '80 mm' ? 48 : 32)
    }
  expect(print).toHaveBeenCalledTimes(6)
})

it('follows the typed settings before they are saved, and sends only the changes', async () => {
  const { user, saved } = await open({ footer: 'Come again' })
  expect(printed().join('\n')).toContain('Come again')
  await user.type(screen.getByRole('textbox', { name: /^Above the name/ }), 'Om Sai Ram')
  // It is marked, so that nobody takes it for a bill or cooks it.
  expect(
    printed()
      .slice(0, 2)
      .map((line) => line.trim()),
  ).toEqual(['*** SAMPLE ***', 'Om Sai Ram'])
  await user.clear(screen.getByRole('textbox', { name: /^Last line/ }))
  expect(printed().at(-1)!.trim()).toBe('Thanks for dining with us!')
  await user.click(choose('Paper of the receipt printer', '58 mm, 32 col.'))
  expect(printed()).toContain('-'.repeat(32))
  expect(saved()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('No unsaved changes')
  expect(saved()).toEqual([{ printSettings: { header: 'Om Sai Ram', footer: '', pageSize: '58mm' } }])
})

it('a line that is not saved yet is marked on the screen’s paper, until it is', async () => {
  const { user } = await open({ footer: 'Come again' })
  const marked = () => [...document.querySelectorAll('.torn .bg-accent-soft')].map((line) => line.textContent.trim())
  expect(marked()).toEqual([])
  await user.type(screen.getByRole('textbox', { name: /^Above the name/ }), 'Om Sai Ram')
  expect(marked()).toEqual(['Om Sai Ram'])
  await screen.findByText('Marked on the paper')
  await user.click(choose('On paper of', '58 mm'))
  expect(marked()).toEqual(['Om Sai Ram'])
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(marked()).toEqual([]))
})

it('no agent → install link: SPEC’s text, what to do, and where QZ Tray is had', async () => {
  const { user } = await open()
  const connect = screen.getByRole('button', { name: 'Connect' })
  expect(screen.queryByRole('link', { name: 'Download QZ Tray' })).toBeNull()
  stubAgentSocket()
  fireEvent.click(connect)
  // Three tries with a second between.
  for (let i = 0; i < 100 && !screen.queryByRole('link', { name: 'Download QZ Tray' }); i++)
    await act(() => vi.advanceTimersByTimeAsync(50))
  vi.useRealTimers()
  vi.restoreAllMocks()
  screen.getByText('QZ Tray not found. Please install QZ Tray to enable receipt printing.')
  expect(screen.getByRole('link', { name: 'Download QZ Tray' })).toMatchObject({ href: 'https://qz.io/download/' })
  // Installed meanwhile: the same button looks again.
  const tried = computer.tried.length
  await user.click(screen.getByRole('button', { name: 'Connect again' }))
  await waitFor(() => expect(computer.tried.length).toBeGreaterThan(tried))
})

it('a paper whose name contains 80mm has 48 columns, any other 32', async () => {
  await open({ pageSize: 'EPSON TM-T82X 80mm' })
  expect(printed()).toContain('-'.repeat(48))
})

it('a narrow paper cuts names at 15 characters, and can be looked at without changing the setting', async () => {
  const { user } = await open()
  expect(printed().join('\n')).toContain('Paneer Butter Masala M..')
  await user.click(choose('On paper of', '58 mm'))
  expect(printed().filter((line) => line.startsWith('Paneer Butter..'))).toHaveLength(2)
  expect(screen.getByText('No unsaved changes')).toBeTruthy()
})

it.each([
  ['Phone number', 'showStoreDetails', 'Bill', 'Phone 040 2345 6789'],
  ['Guest’s name and mobile', 'showCustomerDetails', 'Bill', 'Meera Iyer'],
  ['Guest’s note on bills', 'showNotes', 'Bill', 'Note: Less oil'],
  ['Token number on take-away', 'printToken', 'Take Away', 'Token 7'],
  ['Full dish names on KOTs', 'fullKotNames', 'KOT', '1 Paneer Butter Masala Mild'],
  ['Names in other scripts', 'rasterNames', 'KOT', '1 कटिंग चाय'],
  ['UPI code with the amount', 'upiCode', 'Bill', 'Scan to pay'],
])('%s is saved at once, and is on the paper only while it is on', async (label, field, sheet, text) => {
  const { user, saved } = await open({ [field]: false }, { upiId: 'smash@okaxis' })
  await user.click(choose('What is printed', sheet))
  expect(printed().join('\n')).not.toContain(text)
  await user.click(screen.getByRole('switch', { name: new RegExp(`^${label}`) }))
  await waitFor(() => expect(printed().join('\n')).toContain(text))
  expect(saved()).toEqual([{ printSettings: { [field]: true } }])
})

it('notes are on a KOT also where bills have none', async () => {
  const { user } = await open({ showNotes: false })
  await user.click(choose('What is printed', 'KOT'))
  expect(printed().join('\n')).toContain('Note: Less oil')
})

it('with printing switched off, nothing is printed, not by Ctrl+P either, and the button shows why', async () => {
  const { user } = await open({ enablePrint: false })
  expect(document.querySelector('#print-root')?.textContent).toBe('Printing is switched off in Settings, Print')
  const button = screen.getByRole('button', { name: 'Test print' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await user.click(button)
  expect(print).not.toHaveBeenCalled()
})

it('the logo is on bills, on the screen and on paper, until it is removed; KOTs have none', async () => {
  const { user, saved } = await open({}, { imageBase64ForBill: 'iVBORw0KGgo=' })
  const images = () => [...document.querySelectorAll<HTMLImageElement>('#print-root > img, .torn img')].map(({ src }) => src)
  expect(images()).toEqual(Array(2).fill('data:image/png;base64,iVBORw0KGgo='))
  await user.click(choose('What is printed', 'KOT'))
  expect(images()).toEqual([])
  await user.click(choose('What is printed', 'Bill'))
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  expect(images()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('No unsaved changes')
  expect(saved()).toEqual([{ imageBase64ForBill: null }])
})

it.each([
  ['data:image/png;base64,', 'No image data provided.'],
  ['bm8gaW1hZ2U=', 'Failed to load image.'],
])('for a logo that can’t be read, the reason and what to do are shown above the preview, and no paper has it: %s', async (image, text) => {
  const { user } = await open({}, { imageBase64ForBill: image })
  const preview = within(screen.getByRole('region', { name: 'Preview' }))
  expect(preview.queryByRole('status')).toBeNull()
  fireEvent.error(document.querySelector('.torn img')!)
  expect(preview.getByRole('status').textContent).toBe(
    `${text} Bills have no logo until it is chosen again in Settings, Print${text.startsWith('F') ? ', as a PNG, JPEG or WebP image' : ''}.`,
  )
  expect(document.querySelectorAll('#print-root > img, .torn img')).toHaveLength(0)
  await user.click(screen.getByRole('button', { name: 'Test print' }))
  expect(print).toHaveBeenCalledTimes(1)
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  expect(preview.queryByRole('status')).toBeNull()
})

it('the logo is left off while its switch is off, and stays stored', async () => {
  const { user, saved } = await open({}, { imageBase64ForBill: 'iVBORw0KGgo=' })
  await user.click(screen.getByRole('switch', { name: /^Logo/ }))
  await waitFor(() => expect(document.querySelectorAll('#print-root > img, .torn img')).toHaveLength(0))
  expect(saved()).toEqual([{ printSettings: { showLogo: false } }])
})

it.each([
  ['Print the bill on settling', 'printBillOnSettle'],
  ['Open the drawer for cash', 'openDrawer'],
])('%s is on until it is switched off', async (label, field) => {
  const { user, saved } = await open()
  const switched = screen.getByRole('switch', { name: new RegExp(`^${label}`) })
  expect((switched as HTMLInputElement).checked).toBe(true)
  await user.click(switched)
  await waitFor(() => expect(saved()).toEqual([{ printSettings: { [field]: false } }]))
})

it.each([
  [new File(['x'], 'logo.png', { type: 'image/png' }), 'Failed to load image. Choose a JPEG, PNG or WebP image.'],
  [new File([], 'logo.png', { type: 'image/png' }), 'No image data provided. Choose a JPEG, PNG or WebP image.'],
])('a file that is no image is refused beside the field, in the words of SPEC §8', async (file, text) => {
  const { user } = await open()
  await user.upload(screen.getByLabelText('Logo on the bill', { selector: 'input' }), file)
  expect((await screen.findByRole('alert')).textContent).toBe(text)
  expect(screen.getByText('No unsaved changes')).toBeTruthy()
})
