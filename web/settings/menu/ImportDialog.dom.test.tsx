import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { cellsOf } from '#domain/test/cells.ts'
import { mount, refusal, type Request, serve, signIn } from '#web/test/dom.tsx'
import ImportDialog from './ImportDialog.tsx'

let asked: Request[]
beforeEach(() => {
  signIn({ role: 'superuser' })
  asked = serve(() => ({
    status: 200,
    body: { created: 0, updated: 0, failed: 0, results: [], unknownColumns: [], notInFile: 0, withoutDiet: 0, clearsIngredients: 0 },
  }))
})
const imports = () => asked.filter(({ path }) => path === '/v1/menus/import')
const choose = async (bytes: number[], name: string) => {
  const { user } = mount(<ImportDialog onClose={() => undefined} />)
  await user.upload(screen.getByLabelText('CSV file'), new File([new Uint8Array(bytes)], name, { type: 'text/csv' }))
  return user
}

it('explains how to save a workbook as CSV, and sends nothing', async () => {
  await choose([0x50, 0x4b, 0x03, 0x04, 0x14], 'menu.csv')
  expect(await screen.findByText(/^This is a workbook, not a CSV file\. In Excel choose “Save as”/)).toBeTruthy()
  expect(imports()).toEqual([])
})

it('sends a file that Excel wrote in Windows-1252 with the right letters', async () => {
  await choose(
    [...'name\r\nCafé'].map((c) => c.charCodeAt(0)),
    'menu.csv',
  )
  await screen.findByText('0 new, 0 changed, 0 unchanged')
  expect(imports().map(({ body }) => body)).toEqual([{ csv: 'name\r\nCafé', dryRun: true }])
})

it('offers an example file', async () => {
  const saved: string[] = []
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:example', revokeObjectURL: () => undefined }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  const { user } = mount(<ImportDialog onClose={() => undefined} />)
  await user.click(screen.getByRole('button', { name: 'Download an example' }))
  expect(saved).toEqual(['menu-example.csv'])
  vi.restoreAllMocks()
})

it('shows each new dish with its price, its diet mark, its category and the rest of its row', async () => {
  asked = serve(() => ({
    status: 200,
    body: {
      created: 1,
      updated: 0,
      failed: 0,
      results: [
        {
          row: 2,
          ok: true,
          name: 'Pepper chicken',
          message: 'Added',
          outcome: 'added',
          cells: cellsOf({
            category: 'Starters',
            subcategory: 'Dry',
            price: '1240.5',
            diet: 'nonVeg',
            variants: 'Half=-50; Full=0',
            print_name: 'PEP CHKN',
          }),
        },
      ],
      unknownColumns: [],
      notInFile: 0,
      withoutDiet: 2,
      clearsIngredients: 0,
      deletesRecipes: 2,
    },
  }))
  await choose([0x6e], 'menu.csv')
  const row = within(await screen.findByRole('region', { name: 'New' })).getByRole('listitem')
  expect(row.textContent).toContain('Rs. 1,240.50')
  expect(within(row).getByRole('img', { name: 'Non-veg' })).toBeTruthy()
  expect(row.textContent).toContain('Starters › Dry · variants: Half=-50; Full=0 · print name: PEP CHKN')
  expect(screen.getByText('Importing deletes 2 recipes, of variants that their dishes no longer have.')).toBeTruthy()
  expect(screen.getByText(/doesn’t say the diet of 2 new dishes: marked as veg/)).toBeTruthy()
})

it.each(['', '36AAAAA0000A1Z3'])('warns of dishes that would charge GST where there is no GST number: %j', async (gstNumber) => {
  const added = { ok: true, message: 'Added', outcome: 'added' }
  const row = (name: string, gst: string) => ({ row: 2, name, ...added, cells: cellsOf({ category: 'Drinks', price: '20', gst }) })
  const changed = {
    row: 5,
    name: 'Cola',
    ok: true,
    message: 'Changed',
    outcome: 'changed',
    changes: [{ column: 'gst', from: '', to: '40' }],
  }
  const plan = {
    created: 3,
    updated: 1,
    failed: 0,
    unknownColumns: [],
    notInFile: 0,
    withoutDiet: 0,
    clearsIngredients: 0,
    deletesRecipes: 0,
  }
  asked = serve(({ path }) => ({
    status: 200,
    body:
      path === '/v1/restaurant/profile'
        ? { restaurant: { gstNumber } }
        : { ...plan, results: [row('Water', '18'), row('Milk', '0'), row('Tea', ''), changed] },
  }))
  await choose([0x6e], 'menu.csv')
  await screen.findByRole('region', { name: 'New' })
  const warning = () => screen.queryByText(/^2 dishes would charge GST, but there is no GST number/)
  if (gstNumber === '') await waitFor(() => expect(warning()).not.toBeNull())
  else expect(warning()).toBeNull()
})

it('takes no other file while one is imported, and says so when it is imported already', async () => {
  const tried = (updated: number) => ({
    ...{ plan: `${updated}`, created: 0, updated, failed: 0, unknownColumns: [], notInFile: 0, withoutDiet: 0, clearsIngredients: 0 },
    results: [],
  })
  let answer = () => {}
  const slow = new Promise<void>((resolve) => (answer = resolve))
  asked = serve(async ({ body }) => {
    if ((body as { dryRun: boolean }).dryRun) return { status: 200, body: tried(12) }
    await slow
    return refusal(409, 'menu_changed', 'The menu was changed since.', { preview: tried(0) })
  })
  const user = await choose([0x6e], 'a.csv')
  await user.click(await screen.findByRole('button', { name: 'Import 12 dishes' }))
  await waitFor(() => expect(imports()).toHaveLength(2))
  const input = screen.getByLabelText<HTMLInputElement>('CSV file')
  expect(input.disabled).toBe(true)
  answer()
  expect(await screen.findByText('The menu has all of this file already.')).toBeTruthy()
  expect(input.disabled).toBe(false)
})

it('shows what it would change now when the menu was changed since, and imports that at the next press', async () => {
  const tried = (plan: string, updated: number) => ({
    ...{ plan, created: 0, updated, failed: 0, unknownColumns: [], notInFile: 0, withoutDiet: 0, clearsIngredients: 0 },
    results: [],
  })
  asked = serve(({ body }) => {
    const { dryRun, plan } = body as { dryRun: boolean; plan?: string }
    if (dryRun) return { status: 200, body: tried('first', 12) }
    return plan === 'second'
      ? { status: 200, body: tried('second', 14) }
      : refusal(409, 'menu_changed', 'The menu was changed since.', { preview: tried('second', 14) })
  })
  const user = await choose([0x6e], 'menu.csv')
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  await press('Import 12 dishes')
  expect(await screen.findByText('The menu was changed since.')).toBeTruthy()
  expect(screen.getByText('0 new, 14 changed, 0 unchanged')).toBeTruthy()
  await press('Import 14 dishes')
  await screen.findByText('Imported: 0 new, 14 changed')
  expect(imports().map(({ body }) => (body as { plan?: string }).plan)).toEqual([undefined, 'first', 'second'])
})
